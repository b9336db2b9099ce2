// Every request gets an answer that is described: never a 5xx, and every error has the one body. The requests
// are made from the API description itself: fields and parameters by their names, with values that mostly do not fit.
import fc from 'fast-check'
import type { OpenAPIV3_1 } from 'openapi-types'
import { describe, expect, it } from 'vitest'
import { MailgunError } from '../../src/features/compat/mailgun/mailgun.schema.ts'
import { PostmarkError } from '../../src/features/compat/postmark/postmark.schema.ts'
import { ResendError } from '../../src/features/compat/resend/resend.schema.ts'
import { SendgridError } from '../../src/features/compat/sendgrid/sendgrid.schema.ts'
import { McpFailure } from '../../src/features/mcp/mcp.schema.ts'
import { ErrorBody } from '../../src/platform/http/replies/error-body.schema.ts'
import { buildContact } from '../support/factories.ts'
import { propertyRuns } from '../support/properties.ts'
import { useTestApp } from '../support/test-app.ts'
import { atOnce, describeApi } from './api-routes.ts'
import type { Operation } from './api-routes.ts'

/** In `npm run test:long`. */
const REQUESTS = 10_000

const test = useTestApp({ MAIL_TRANSPORT: 'inbox:' })

const { document, operations } = await describeApi()

const NASTY = [
  '',
  ' ',
  '\0',
  '\ud800',
  '%00',
  "'; drop table contacts; --",
  '__proto__',
  '../..',
  'a'.repeat(5000),
  '1e400',
  '𝕏😀',
  '\u202e',
]

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(...NASTY),
  fc.emailAddress(),
  fc.constantFrom('true', 'false', '20', '0', '-1', 'UTC', 'en', 'subscribe', 'delete', '{"a":"email"}'),
)
const value = fc.oneof(
  text,
  fc.jsonValue({ maxDepth: 3 }),
  fc.double({ noDefaultInfinity: true, noNaN: true }),
  fc.constantFrom<unknown>(null, true, {}, [], Number.MAX_SAFE_INTEGER, 1e308, -0),
)

/** The names of the fields that a body may have, and those one level below. */
function fieldNames(operation: Operation): string[] {
  const schemas = (document.components?.schemas ?? {}) as Record<string, OpenAPIV3_1.SchemaObject>
  const { requestBody } = operation as { requestBody?: OpenAPIV3_1.RequestBodyObject }
  const schema = requestBody?.content['application/json']?.schema as { $ref?: string } | undefined
  const named = schemas[schema?.$ref?.split('/').at(-1) ?? '']
  return Object.keys(named?.properties ?? {})
}

const queryNames = ({ parameters = [] }: Operation) =>
  parameters.flatMap((one) => ('in' in one && one.in === 'query' ? [one.name] : []))

const anyOf = (names: string[]) => fc.constantFrom(...names, 'unknown', 'a.b', '__proto__', 'constructor')

/** One request to one operation: as light-my-request takes it, apart from the key. */
function requestTo(operation: Operation, ids: string[]) {
  const id = fc.oneof(fc.constantFrom(...ids), fc.uuid(), text.map(encode))
  const body = fc.oneof(
    { weight: 4, arbitrary: fc.dictionary(anyOf(fieldNames(operation)), value, { maxKeys: 5 }).map(toJson) },
    { weight: 1, arbitrary: value.map(toJson) },
    { weight: 1, arbitrary: text },
  )
  return fc.record({
    operation: fc.constant(operation),
    id,
    query: fc.array(fc.tuple(anyOf(queryNames(operation)), text), { maxLength: 3 }),
    payload: body,
    type: fc.constantFrom(
      'application/json',
      'application/json',
      'text/csv',
      'multipart/form-data; boundary=x',
      'text/plain',
    ),
  })
}

const toJson = (one: unknown) => JSON.stringify(one) ?? ''
const encode = (part: string) => encodeURIComponent(part.toWellFormed()).slice(0, 300)

type RandomRequest = typeof requestTo extends (...args: never[]) => fc.Arbitrary<infer R> ? R : never

async function send({ operation, id, query, payload, type }: RandomRequest) {
  const search = [...Object.entries(atOnce(operation.path)), ...query]
    .map(([name, one]) => `${encode(name)}=${encode(one)}`)
    .join('&')
  return test.app.inject({
    method: operation.method,
    url: `${operation.path.replace(/\{\w+\}/g, id)}?${search}`,
    headers: {
      authorization: `Bearer ${test.project.secretKey}`,
      ...(operation.method !== 'GET' && { 'content-type': type }),
    },
    ...(operation.method !== 'GET' && { payload }),
  })
}

/** The default messages of zod, which callers must never see. */
const LIBRARY_WORDS = /^(Invalid|Expected|Too (big|small)|Unrecognized)|\b(expected|received)\b/

/** Doors answer in the form of another provider, with its words. */
function doorMessages(path: string, body: unknown): string[] {
  const [, , provider] = path.split('/')
  if (provider === 'resend') return [ResendError.strict().parse(body).message]
  if (provider === 'postmark') return [PostmarkError.strict().parse(body).Message]
  if (provider === 'mailgun') return [MailgunError.strict().parse(body).message]
  return SendgridError.strict()
    .parse(body)
    .errors.map(({ message }) => message)
}

/** The messages about single fields in a refusal; fails for an error that has another body than its operation describes. */
function problemsOf({ operationId, path }: Operation, reply: Awaited<ReturnType<typeof send>>): string[] {
  if (reply.statusCode < 400) return []
  const body: unknown = reply.json()
  if (operationId === 'callMcp' && McpFailure.safeParse(body).success) return []
  if (path.startsWith('/compat/')) return doorMessages(path, body)
  return (ErrorBody.strict().parse(body).error.errors ?? []).map(({ message }) => message)
}

/** Answers that any call can give, because the request itself could not be read. */
const ALWAYS = [400, 404, 422]

describe('a random request', () => {
  it('is never a 5xx, and is answered as the description says', async () => {
    const contact = await buildContact(test, { data: { plan: 'gold' } })
    const ids = [contact.id, test.project.projectId]
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(...operations.map((operation) => requestTo(operation, ids))),
        async (request) => {
          const reply = await send(request)
          expect(reply.statusCode).toBeLessThan(500)
          expect(reply.headers['x-request-id']).toBeDefined()
          const described = Object.keys(request.operation.responses ?? {}).map(Number)
          expect([...described, ...ALWAYS]).toContain(reply.statusCode)
          expect(
            problemsOf(request.operation, reply).filter((message) => LIBRARY_WORDS.test(message)),
          ).toEqual([])
        },
      ),
      propertyRuns(REQUESTS),
    )
  })

  it('leaves the service working', async () => {
    const reply = await test.app.inject({
      url: '/project',
      headers: { authorization: `Bearer ${test.project.secretKey}` },
    })
    expect(reply.statusCode).toBe(200)
  })
})
