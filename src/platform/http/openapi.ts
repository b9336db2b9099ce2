// The API description, from the schemas that validate the requests, and its reading page at /docs. The page is
// served whole from here; its CSP lets the browser load nothing from elsewhere.
import fastifySwagger from '@fastify/swagger'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyReply } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import type { App } from './app-types.ts'
import { ErrorBody } from './error-body.schema.ts'

const DOCS_CSP =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"

const PAGE = {
  url: '/openapi.json',
  pageTitle: 'Lettermill API',
  agent: { disabled: true },
  mcp: { disabled: true },
  telemetry: false,
  withDefaultFonts: false,
  hideClientButton: true,
}

const TAGS = [
  { name: 'Contacts', description: 'The people you write to.' },
  { name: 'Jobs', description: 'Long work that a call has started.' },
  { name: 'Project', description: 'The settings of the project that the key belongs to.' },
  { name: 'Keys', description: 'API keys of the project.' },
  { name: 'Service', description: 'Health of this server.' },
]

/** Before any route. */
export async function installOpenApi(
  app: App,
  { version, publicUrl }: { version: string; publicUrl: string },
): Promise<void> {
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith('/docs')) route.config = { ...route.config, access: 'open' }
  })
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Lettermill',
        version,
        description:
          'Self-hosted email: transactional and marketing mail, contacts, events and automation behind one HTTP API.',
      },
      servers: [{ url: publicUrl }],
      tags: TAGS,
      security: [{ apiKey: [] }],
      components: {
        securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'A secret key, sk_…' } },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })
  const onRequest = (_request: unknown, reply: FastifyReply, done: () => void) => {
    reply.header('content-security-policy', DOCS_CSP)
    done()
  }
  await app.register(scalar, { routePrefix: '/docs', configuration: PAGE, hooks: { onRequest } })
}

export function openApiRoutes(app: App): void {
  app.get('/openapi.json', { config: { access: 'open' }, schema: { hide: true } }, (_request, reply) =>
    reply.send(app.swagger()),
  )
}

/** A schema, or for what is not JSON its media type. */
type AnswerSchema = z.ZodType | { content: Record<string, { schema: z.ZodType }> }

const ALWAYS = [401, 403, 429, 500, 503] as const
type Refusals = Record<(typeof ALWAYS)[number], typeof ErrorBody>

/** The answers of a route that needs a key: its own, the errors it names, and those that every call can give. */
export function answers<Own extends Record<number, AnswerSchema>>(
  own: Own,
  errors: readonly number[] = [],
): Own & Refusals {
  const refusals = Object.fromEntries([...ALWAYS, ...errors].map((status) => [status, ErrorBody])) as Refusals
  return { ...refusals, ...own }
}
