// Every operation for programs has a method, and each method reaches its operation of the real app: the document, the methods
// and the app are walked, so that a new operation without a method is found.
import type { AddressInfo } from 'node:net'
import { createElement } from 'react'
import { beforeAll, describe, expect, it } from 'vitest'
import { Lettermill } from '../../sdk/typescript/src/index.ts'
import { atOnce, describeApi } from '../conventions/api-routes.ts'
import type { Operation } from '../conventions/api-routes.ts'
import { useTestApp } from '../support/test-app.ts'

const test = useTestApp({ MAIL_TRANSPORT: 'inbox:' })

const NO_RECORD = '0198a6a0-0000-7000-8000-000000000000'

type Answer = { data: unknown; error: { code: string; statusCode: number | null } | null }
type Method = (...given: unknown[]) => Promise<Answer>
type PlacedMethod = { name: string; parameters: string[]; call: Method }

type Media = { example?: unknown }
type PublicOperation = Operation & { 'x-internal'?: boolean }

/** The names of parameters, such as id, body, query and options: the methods are thin, and all alike. */
const parametersOf = (method: Method): string[] =>
  (/^[^(]*\(([^]*?)\)\s*\{/.exec(String(method))?.[1] ?? '')
    .split(',')
    .map((text) => text.split('=')[0]?.trim() ?? '')
    .filter((text) => /^\w+$/.test(text))

/** Without those that are no call of their own: an iterator over pages, and the check of signatures. */
function methodsOf(client: Lettermill): PlacedMethod[] {
  return Object.entries(client).flatMap(([field, resource]: [string, object]) => {
    const prototype = Object.getPrototypeOf(resource) as Record<string, Method>
    return Object.getOwnPropertyNames(prototype)
      .filter((name) => name !== 'constructor' && !/^listAll|^verifyBatch$/.test(name))
      .filter((name) => `${field}.${name}` !== 'webhooks.verify')
      .map((name) => ({
        name: `${field}.${name}`,
        parameters: parametersOf(prototype[name] as Method),
        call: (...given: unknown[]) => (prototype[name] as Method).apply(resource, given),
      }))
  })
}

const { operations } = await describeApi()
const open = operations.filter((operation) => (operation as PublicOperation)['x-internal'] !== true)

function operationOf(method: string, url: string): Operation {
  const { pathname } = new URL(url)
  const matching = open.filter(
    (operation) =>
      operation.method === method &&
      new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
  )
  const found = matching.find(({ path }) => path === pathname) ?? matching[0]
  if (!found) throw new Error(`no operation is ${method} ${pathname}`)
  return found
}

const bodyOf = ({ requestBody }: Operation): unknown =>
  (requestBody as { content?: Record<string, Media> } | undefined)?.content?.['application/json']?.example

const QUERIES: Record<string, unknown> = {
  contactId: NO_RECORD,
  contact: 'ada@example.com',
  event: 'order.paid',
}

const queryOf = ({ path, parameters = [] }: Operation): Record<string, unknown> => ({
  ...atOnce(path),
  ...Object.fromEntries(
    parameters.flatMap((parameter) =>
      'in' in parameter && parameter.in === 'query' && parameter.required === true
        ? [[parameter.name, QUERIES[parameter.name] ?? 'https://example.com/']]
        : [],
    ),
  ),
})

const ID: Record<string, unknown> = { version: '1', index: 0 }

/** Bodies are wanted by `send(email)` and `batch(batch)` under names of their own. */
const argumentsOf = ({ parameters }: PlacedMethod, operation?: Operation): unknown[] =>
  parameters.map((name) => {
    if (name === 'options') return {}
    if (name === 'query') return operation ? queryOf(operation) : {}
    if (name === 'file') return 'email\nada@example.com\n'
    if (['body', 'email', 'batch'].includes(name)) return operation ? bodyOf(operation) : { emails: [] }
    return ID[name] ?? NO_RECORD
  })

/** Finds the operation of a method by calling it without a server. */
async function findOperation(method: PlacedMethod): Promise<Operation> {
  const seen: Operation[] = []
  const fetch = (url: string, { method: verb = '' }: RequestInit) => {
    seen.push(operationOf(verb, url))
    return Promise.resolve(new Response('{}'))
  }
  const offline = new Lettermill('sk_test', { baseUrl: 'http://localhost', fetch: fetch as never })
  const twin = methodsOf(offline).find(({ name }) => name === method.name)
  await twin?.call(...argumentsOf(twin))
  const [operation] = seen
  if (!operation) throw new Error(`${method.name} made no call`)
  return operation
}

let client: Lettermill
beforeAll(async () => {
  await test.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = test.app.server.address() as AddressInfo
  client = new Lettermill(test.project.secretKey, { baseUrl: `http://127.0.0.1:${port}`, retries: 0 })
})

/** The record does not exist, or a new project cannot do it yet. A method that builds a wrong request gets 405, 413, 422 or no answer. */
const isOfRecord = ({ error }: Answer) =>
  error === null || (error.statusCode !== null && [400, 403, 404, 409].includes(error.statusCode))

describe('the methods of the SDK', () => {
  it('are one for each operation for programs', async () => {
    const found = await Promise.all(methodsOf(client).map(findOperation))
    const ids = found.map(({ operationId }) => operationId ?? '').toSorted()
    expect(ids).toEqual(open.map(({ operationId }) => operationId ?? '').toSorted())
    expect(ids.length).toBeGreaterThan(150)
  })

  it('each reach their operation of the real app', async () => {
    const wrong: string[] = []
    let succeeded = 0
    for (const method of methodsOf(client)) {
      const answer = await method.call(...argumentsOf(method, await findOperation(method)))
      if (answer.error === null) succeeded += 1
      if (!isOfRecord(answer)) wrong.push(`${method.name}: ${answer.error?.code}`)
    }
    // These need a topic, one of several parameters, a picture, and a feed on the Internet.
    const refused = ['emails.explain', 'forms.create', 'images.create', 'recurringCampaigns.previewFeed']
    expect(wrong).toEqual(refused.map((name) => `${name}: VALIDATION_ERROR`))
    expect(succeeded).toBeGreaterThan(50)
  })
})

describe('the methods that people use first', () => {
  it('send an email, and read it', async () => {
    const { data, error } = await client.emails.send({
      to: 'grace@example.com',
      from: 'me@shop.test',
      subject: 'Hello',
      react: createElement('p', null, 'It works'),
    })
    expect(error).toBeNull()
    const id = data?.emails[0]?.email ?? ''
    expect((await client.emails.get(id)).data).toMatchObject({ to: 'grace@example.com', subject: 'Hello' })
  })

  it('send once when the call is repeated with its key', async () => {
    const email = { to: 'once@example.com', from: 'me@shop.test', subject: 'Once', body: '<p>Once</p>' }
    const first = await client.emails.send(email, { idempotencyKey: 'once' })
    const second = await client.emails.send(email, { idempotencyKey: 'once' })
    expect(second.data).toEqual(first.data)
    expect(second.headers['idempotency-replayed']).toBe('true')
  })

  it('say which fields are wrong', async () => {
    const { data, error } = await client.contacts.upsert({ email: 'nobody' })
    expect([data, error?.code]).toEqual([null, 'VALIDATION_ERROR'])
    expect(error?.errors[0]).toMatchObject({ field: 'email' })
  })

  it('go through all contacts and export them', async () => {
    for (const name of ['a', 'b', 'c']) await client.contacts.upsert({ email: `${name}@pages.example` })
    const emails: string[] = []
    for await (const { email } of client.contacts.listAll({ search: 'pages.example', limit: 1 })) {
      emails.push(email)
    }
    expect(emails.toSorted()).toEqual(['a@pages.example', 'b@pages.example', 'c@pages.example'])
    const { data } = await client.contacts.export({ search: 'pages.example' })
    expect(await new Response(data).text()).toContain('a@pages.example')
  })

  it('are refused with a wrong key, and with a public one', async () => {
    const { baseUrl } = (client.emails as unknown as { client: { baseUrl: string } }).client
    const wrong = await new Lettermill('sk_wrong', { baseUrl }).contacts.list()
    expect(wrong.error).toMatchObject({ code: 'INVALID_API_KEY', statusCode: 401 })
    const visitor = new Lettermill(test.project.publicKey, { baseUrl })
    expect((await visitor.contacts.list()).error?.statusCode).toBe(403)
    expect((await visitor.events.track({ event: 'seen', email: 'v@example.com' })).error).toBeNull()
  })
})
