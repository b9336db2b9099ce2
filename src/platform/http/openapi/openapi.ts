// The API description, generated from the schemas that validate the requests. docs-page.ts shows it to people.
import fastifySwagger from '@fastify/swagger'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type { OpenAPIV3_1 } from 'openapi-types'
import type { z } from 'zod'
import type { App } from '../app-types.ts'
import { ErrorBody } from '../replies/error-body.schema.ts'
import { SECURITY_SCHEMES, withAccess } from './openapi-access.ts'
import { tidyDocument } from './openapi-document.ts'
import type { ApiAdditions } from './openapi-document.ts'

const TAGS = [
  { name: 'Sending', description: 'Send emails to one recipient or to many.' },
  { name: 'Contacts', description: 'The people you send email to, with your own data about them.' },
  { name: 'Segments', description: 'Groups of contacts, chosen by a filter or listed by hand.' },
  {
    name: 'Topics',
    description: 'Kinds of email, such as news and offers. People can leave one and keep the others.',
  },
  { name: 'Forms', description: 'Pages and snippets with which people sign up.' },
  { name: 'Campaigns', description: 'One email to many contacts: drafted, scheduled, sent and measured.' },
  {
    name: 'Recurring campaigns',
    description: 'Campaigns on a schedule: each run creates and sends a campaign of its own.',
  },
  {
    name: 'Events',
    description: 'Actions of your contacts. You record events; Lettermill records some itself.',
  },
  { name: 'Workflows', description: 'Automations: steps that contacts go through, over minutes or months.' },
  {
    name: 'Webhooks',
    description: 'Notify your servers of events, with signed requests that are retried until they arrive.',
  },
  { name: 'Templates', description: 'Reusable emails with variables. Every change makes a new version.' },
  { name: 'Partials', description: 'Pieces of content that emails share, with versions.' },
  { name: 'Coupons', description: 'Lists of codes that emails give out, one per contact.' },
  { name: 'Domains', description: 'The domains you send from, and the DNS records they need.' },
  { name: 'Transports', description: 'The mail servers that take the email of your project.' },
  { name: 'Verification', description: 'Find out whether an address can receive email.' },
  { name: 'Emails', description: 'Every email: its status, its content and its history.' },
  { name: 'Feedback', description: 'Reports of email providers about bounces, complaints and deliveries.' },
  { name: 'Suppressions', description: 'Addresses that no email is sent to, whatever the request says.' },
  { name: 'Jobs', description: 'The progress of work that takes longer than a request, such as an import.' },
  {
    name: 'Project',
    description: 'Settings of the project that the API key belongs to, and how well its email is received.',
  },
  { name: 'Views', description: 'Searches, filters and orders of lists, saved under a name.' },
  {
    name: 'Approvals',
    description:
      'Email of agents (MCP) that waits for the approval of a person, and the endpoint for agents.',
  },
  { name: 'Keys', description: 'The API keys of the project.' },
  { name: 'Accounts', description: 'The people who use the dashboard: signing in, and what they may do.' },
  { name: 'Members', description: 'The people who may work in the project, their roles, and the audit log.' },
  {
    name: 'Compatibility',
    description: 'Calls in the form of other providers, for their clients: docs/compat.md.',
  },
  { name: 'Service', description: 'Health and metrics of this server.' },
]

const DESCRIPTION = `Self-hosted email: transactional and marketing email, contacts, events and templates behind one HTTP API.

**Authentication.** Send \`Authorization: Bearer <key>\`. The key decides which project a request belongs to. A secret key (\`sk_…\`) belongs on your server; its scopes (\`full\`, \`send\`, \`read\`) limit what it can do. A public key (\`pk_…\`) may appear on a web page and can only call \`POST /v1/track\`.

**People.** The dashboard calls the same operations with the session of a person instead of a key, and names the project in the header \`Lettermill-Project\`. Their role in the project decides what they may do.

**Errors.** Every error has the same body: \`error.code\` for programs, \`error.message\` and \`error.suggestion\` for people, and for a 422 every invalid field in \`error.errors\`. Every response has an \`X-Request-Id\` header.

**Lists** are sorted newest first. Pass the \`cursor\` of a response to get the next page; on the last page it is null.

**Rate limit.** Responses carry \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\`. A 429 says in \`Retry-After\` how many seconds to wait. All keys of a project share one limit; requests with a public key are rejected while less than half of it is left.

**Idempotency.** Send an \`Idempotency-Key\` header with a POST, PATCH or DELETE, and you can repeat the request safely: it takes effect once.`

type Options = ApiAdditions & { version: string; publicUrl: string }

/** Register it before any route. */
export async function installOpenApi(
  app: App,
  { version, publicUrl, examples, webhooks }: Options,
): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Lettermill',
        version,
        description: DESCRIPTION,
        contact: { name: 'Lettermill', url: publicUrl },
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [serverAt(publicUrl)],
      tags: TAGS,
      security: [{ secretKey: [] }],
      components: { securitySchemes: SECURITY_SCHEMES },
    },
    transform: (input) => {
      return withAccess(jsonSchemaTransform(input), input.route.config ?? {})
    },
    transformObject: (generated) =>
      tidyDocument(jsonSchemaTransformObject(generated) as OpenAPIV3_1.Document, { examples, webhooks }),
  })
}

/** Every server has an address of its own, so clients put theirs in. */
export function serverAt(publicUrl: string): OpenAPIV3_1.ServerObject {
  const { protocol, host, pathname } = new URL(publicUrl)
  return {
    url: `{protocol}://{host}${pathname.replace(/\/$/, '')}`,
    description: 'Your server.',
    variables: {
      protocol: { default: protocol.replace(':', ''), enum: ['https', 'http'] },
      host: {
        default: host,
        description: 'The name and, unless it is the usual one, the port of your server.',
      },
    },
  }
}

export function openApiRoutes(app: App): void {
  app.get('/openapi.json', { config: { access: 'open' }, schema: { hide: true } }, (_request, reply) =>
    reply.send(app.swagger()),
  )
}

/** A schema; for a response that is not JSON, its media type with a schema. */
type AnswerSchema = z.ZodType | { content: Record<string, { schema: z.ZodType }> }

/** 400 and 422 too: headers and query parameters can be wrong on every call. */
const ALWAYS = [400, 401, 403, 422, 429, 500, 503] as const
type Refusals = Record<(typeof ALWAYS)[number], typeof ErrorBody>

/**
 * The responses of a route that needs a key: its own, the errors it names, and those that every call can return. 409 and 413
 * are added to the calls that can return them (openapi-document.ts).
 */
export function answers<Own extends Record<number, AnswerSchema>>(
  own: Own,
  errors: readonly number[] = [],
): Own & Refusals {
  const refusals = Object.fromEntries([...ALWAYS, ...errors].map((status) => [status, ErrorBody])) as Refusals
  return { ...refusals, ...own }
}
