// Describes which keys an operation accepts, from config.access of each route.
import type { FastifyContextConfig } from 'fastify'
import type { OpenAPIV3_1 } from 'openapi-types'
import type { Access } from '../app-types.ts'

export const SECURITY_SCHEMES = {
  secretKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'A secret API key, `sk_…`. Keep it on your server.',
  },
  publicKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'A public API key, `pk_…`. It may appear on a web page; it can only record events.',
  },
  postmarkToken: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Postmark-Server-Token',
    description: 'A secret API key, `sk_…`, where clients of Postmark put it.',
  },
  mailgunKey: {
    type: 'http',
    scheme: 'basic',
    description:
      'A secret API key, `sk_…`, as the password of the user `api`, as clients of Mailgun send it.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'lettermill.session_token',
    description:
      'The session of a person who has signed in with POST /auth/sign-in/email. Behind https the name begins with `__Secure-`.',
  },
  metricsToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The value of the METRICS_TOKEN setting of this server.',
  },
} as const satisfies Record<string, OpenAPIV3_1.SecuritySchemeObject>

type Requirement = Partial<Record<keyof typeof SECURITY_SCHEMES, []>>
type AccessDescription = { security: Requirement[]; sentence: string }

const ACCESS: Record<Access, AccessDescription> = {
  open: { security: [], sentence: 'No API key is needed.' },
  track: {
    security: [{ publicKey: [] }, { secretKey: [] }],
    sentence: 'Accepts a public key, or a secret key with the scope `send` or `full`.',
  },
  send: {
    security: [{ secretKey: [] }],
    sentence: 'Requires a secret key with the scope `send` or `full`.',
  },
  read: {
    security: [{ secretKey: [] }],
    sentence: 'Requires a secret key with the scope `read` or `full`.',
  },
  full: { security: [{ secretKey: [] }], sentence: 'Requires a secret key with the scope `full`.' },
  secret: {
    security: [{ secretKey: [] }],
    sentence: 'Requires a secret key of any scope; public keys are rejected.',
  },
  member: {
    security: [{ session: [] }],
    sentence:
      'For people who are signed in: requires their session and the header `Lettermill-Project: <project id>`. API keys are rejected.',
  },
  session: {
    security: [{ session: [] }],
    sentence: 'For people who are signed in: requires their session. API keys are rejected.',
  },
  operator: {
    security: [{ metricsToken: [] }, {}],
    sentence: 'API keys of projects are rejected: the figures are about the whole server.',
  },
}

/** People call these from the dashboard: signing in, who may do what, and their saved lists. Providers call the feedback URL. */
const INTERNAL_TAGS = ['Accounts', 'Members', 'Views', 'Feedback']

/** Only a session or the operator of the server may call these. */
const INTERNAL_ACCESS: Access[] = ['member', 'session', 'operator']

type TransformedRoute<Schema> = { schema: Schema; url: string }

type RouteAccess = Pick<FastifyContextConfig, 'access' | 'isInternal' | 'forwards'>

/**
 * Adds the access of a route to its schema: as `security` for programs, as a sentence for people. `x-internal` marks what
 * SDKs leave out.
 */
export function withAccess<Schema>(
  route: TransformedRoute<Schema>,
  { access, isInternal = false, forwards }: RouteAccess,
): TransformedRoute<Schema> {
  const schema = route.schema as { hide?: boolean; description?: string; tags?: string[] } | undefined
  if (!schema || schema.hide === true || access === undefined) return route
  const { security: usual, sentence } = ACCESS[access]
  const security = forwards && forwards.scheme !== 'secretKey' ? [{ [forwards.scheme]: [] }, ...usual] : usual
  const description = [schema.description, sentence].filter(Boolean).join('\n\n')
  const isHidden =
    isInternal || INTERNAL_ACCESS.includes(access) || schema.tags?.some((tag) => INTERNAL_TAGS.includes(tag))
  const mark = isHidden ? { 'x-internal': true } : {}
  return { ...route, schema: { ...route.schema, security, description, ...mark } }
}
