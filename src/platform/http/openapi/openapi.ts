// The API description, from the schemas that validate the requests. docs-page.ts shows it to people.
import fastifySwagger from '@fastify/swagger'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type { OpenAPIV3_1 } from 'openapi-types'
import type { z } from 'zod'
import type { App } from '../app-types.ts'
import { ErrorBody } from '../replies/error-body.schema.ts'
import { tidyDocument } from './openapi-document.ts'

const TAGS = [
  { name: 'Sending', description: 'Mail to one or several recipients.' },
  { name: 'Contacts', description: 'The people you write to.' },
  { name: 'Segments', description: 'Contacts chosen by a filter, or listed by hand.' },
  { name: 'Events', description: 'What contacts did, told by you or by the service.' },
  { name: 'Templates', description: 'Mails with variables, kept in versions.' },
  { name: 'Domains', description: 'The domains you send from, and the DNS records that they need.' },
  { name: 'Verification', description: 'Whether an address can receive mail.' },
  { name: 'Emails', description: 'What was sent, what became of it, and what still waits.' },
  { name: 'Suppressions', description: 'Addresses that get no mail, whatever is sent to them.' },
  { name: 'Jobs', description: 'Long work that a call has started.' },
  { name: 'Project', description: 'The settings of the project that the key belongs to.' },
  { name: 'Keys', description: 'API keys of the project.' },
  { name: 'Service', description: 'Health of this server.' },
]

const DESCRIPTION = `Self-hosted email: transactional and marketing mail, contacts, events and automation behind one HTTP API.

**Keys.** Send \`Authorization: Bearer <key>\`. The project is that of the key. A secret key (\`sk_…\`) belongs on a server; its scopes say what it may do: \`full\`, \`send\`, \`read\`.

**Errors.** Every error has the same body: a code for programs, a message for people, and for a 422 every invalid field. Every answer has the header \`X-Request-Id\`.

**Lists** are newest first. Pass the \`cursor\` of an answer to get the next page; at the end it is null.

**Limits.** Answers carry \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\`; a 429 says in \`Retry-After\` how long to wait. All keys of a project share one limit; requests with a public key are refused while less than half of it is left.

**Repeating.** With an \`Idempotency-Key\` a POST, PATCH or DELETE can be sent again without a second effect.`

/** Before any route. */
export async function installOpenApi(
  app: App,
  { version, publicUrl }: { version: string; publicUrl: string },
): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Lettermill',
        version,
        description: DESCRIPTION,
      },
      servers: [{ url: publicUrl }],
      tags: TAGS,
      security: [{ apiKey: [] }],
      components: {
        securitySchemes: {
          apiKey: { type: 'http', scheme: 'bearer', description: 'A secret key, sk_…' },
          metricsToken: { type: 'http', scheme: 'bearer', description: 'The setting METRICS_TOKEN.' },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: (generated) =>
      tidyDocument(jsonSchemaTransformObject(generated) as OpenAPIV3_1.Document),
  })
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
