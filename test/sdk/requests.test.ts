// How the SDK asks again and what it makes of answers, against a real server that fails as told.
import { describe, expect, it } from 'vitest'
import { Lettermill, LettermillError } from '../../sdk/typescript/src/index.ts'
import type { LettermillOptions } from '../../sdk/typescript/src/index.ts'
import { startFailingServer } from './failing-server.ts'
import type { ScriptedAnswer } from './failing-server.ts'

const EMAIL = { to: 'ada@example.com', from: 'me@shop.test', subject: 'Hello', body: '<p>Hello</p>' }

const refusal = (statusCode: number, code: string, headers: Record<string, string> = {}): ScriptedAnswer => ({
  status: statusCode,
  headers: { 'x-request-id': 'request-1', ...headers },
  body: { success: false, error: { code, message: 'No.', statusCode, requestId: 'request-1' } },
})
const AT_ONCE = { 'retry-after': '0' }
const SENT: ScriptedAnswer = { status: 200, body: { success: true, data: { emails: [], timestamp: 'now' } } }

async function clientOf(answers: ScriptedAnswer[], options: LettermillOptions = {}) {
  const { url, requests } = await startFailingServer(answers)
  return { client: new Lettermill('sk_test', { baseUrl: url, ...options }), requests }
}

const keysOf = (requests: { headers: Record<string, unknown> }[]) =>
  requests.map(({ headers }) => headers['idempotency-key'])

describe('a call that can be repeated', () => {
  it.each<[string, ScriptedAnswer]>([
    ['429', refusal(429, 'RATE_LIMIT_EXCEEDED', AT_ONCE)],
    ['503', refusal(503, 'SERVICE_UNAVAILABLE', AT_ONCE)],
    ['a first try that still runs', refusal(409, 'IDEMPOTENCY_IN_PROGRESS', AT_ONCE)],
    ['502 of a proxy', { status: 502, headers: { ...AT_ONCE, 'content-type': 'text/html' }, body: '<h1>' }],
    ['a lost connection', 'lost'],
  ])('is made again after %s, with the same key and body', async (_name, failure) => {
    const { client, requests } = await clientOf([failure, failure, SENT])
    expect(await client.emails.send(EMAIL)).toMatchObject({ data: { emails: [] }, error: null })
    expect(requests).toHaveLength(3)
    expect(new Set(keysOf(requests)).size).toBe(1)
    expect(keysOf(requests)[0]).toMatch(/^[\da-f-]{36}$/)
    expect(requests.map(({ body }) => JSON.parse(body) as unknown)).toEqual([EMAIL, EMAIL, EMAIL])
  })

  it('keeps the key of the caller, and has one of its own for each call without', async () => {
    const { client, requests } = await clientOf([SENT])
    await client.emails.send(EMAIL, { idempotencyKey: 'order-1043' })
    await client.emails.send(EMAIL)
    await client.emails.send(EMAIL)
    await client.contacts.list()
    const keys = keysOf(requests)
    expect(keys[0]).toBe('order-1043')
    expect(new Set(keys.slice(0, 3)).size).toBe(3)
    expect(keys[3]).toBeUndefined()
  })

  it('ends with the last error when tries are used up', async () => {
    const { client, requests } = await clientOf([refusal(503, 'SERVICE_UNAVAILABLE', AT_ONCE)], {
      retries: 2,
    })
    expect((await client.emails.send(EMAIL)).error).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    expect(requests).toHaveLength(3)
  })

  it('is not made again if the server asks for more than a minute', async () => {
    const { client, requests } = await clientOf([
      refusal(429, 'RATE_LIMIT_EXCEEDED', { 'retry-after': '61' }),
    ])
    const { error, headers } = await client.emails.send(EMAIL)
    expect([error?.code, headers['retry-after']]).toEqual(['RATE_LIMIT_EXCEEDED', '61'])
    expect(requests).toHaveLength(1)
  })

  it.each([400, 401, 404, 409, 422, 500])('is not made again after %s', async (status) => {
    const { client, requests } = await clientOf([refusal(status, 'SOME_CODE')])
    expect((await client.emails.send(EMAIL)).error).toMatchObject({ code: 'SOME_CODE', statusCode: status })
    expect(requests).toHaveLength(1)
  })
})

describe('a call that gets no answer', () => {
  it('ends in an error that names the server', async () => {
    const { client } = await clientOf(['lost'], { retries: 0 })
    const { data, error, headers } = await client.contacts.list()
    expect([data, headers]).toEqual([null, {}])
    expect(error).toMatchObject({ code: 'CONNECTION_FAILED', statusCode: null })
    expect(error?.message).toContain('http://127.0.0.1:')
  })

  it('ends after the time limit of each try', async () => {
    let tries = 0
    const counted: typeof fetch = (...given) => {
      tries += 1
      return fetch(...given)
    }
    const { client } = await clientOf(['silent'], { retries: 1, timeoutMs: 50, fetch: counted })
    expect((await client.contacts.list()).error).toMatchObject({ code: 'REQUEST_TIMEOUT', statusCode: null })
    expect(tries).toBe(2)
  })

  it('is rejected with the reason of the caller who aborts it, also while it waits to try again', async () => {
    const silent = await clientOf(['silent'])
    const reason = new Error('the visitor has left')
    await expect(silent.client.contacts.list({}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    expect(silent.requests).toHaveLength(0)
    const busy = await clientOf([refusal(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '60' })])
    const controller = new AbortController()
    const call = busy.client.contacts.list({}, { signal: controller.signal })
    await expect.poll(() => busy.requests.length).toBe(1)
    controller.abort(reason)
    await expect(call).rejects.toBe(reason)
    expect(busy.requests).toHaveLength(1)
  })
})

describe('an answer', () => {
  it('that is an error has everything that the server says about it', async () => {
    const errors = [{ field: 'to', message: 'must not be empty', code: 'required' }]
    const error = {
      code: 'VALIDATION_ERROR',
      message: 'No.',
      requestId: 'request-2',
      errors,
      suggestion: 'Fix it.',
    }
    const { client } = await clientOf([
      { status: 422, headers: { 'x-request-id': 'request-2' }, body: { error } },
    ])
    const result = await client.emails.send(EMAIL)
    expect(result.error).toBeInstanceOf(LettermillError)
    expect(result.error?.toJSON()).toEqual({ ...error, statusCode: 422 })
    expect(result.headers['x-request-id']).toBe('request-2')
  })

  it.each<[string, ScriptedAnswer, string]>([
    ['a page', { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>' }, 'baseUrl'],
    ['a redirect', { status: 301, headers: { location: 'https://mail.example.com/' }, body: '' }, 'baseUrl'],
  ])('that is %s is an error that names the setting to check', async (_name, answer, setting) => {
    const { client, requests } = await clientOf([answer])
    const { error } = await client.contacts.list()
    expect([error?.code, error?.suggestion]).toEqual(['INVALID_RESPONSE', expect.stringContaining(setting)])
    expect(requests).toHaveLength(1)
  })
})

describe('listAll', () => {
  const page = (id: string, cursor: string | null): ScriptedAnswer => ({
    status: 200,
    body: { contacts: [{ id }], cursor, hasMore: cursor !== null, total: null },
  })

  it('goes through all pages with the same query', async () => {
    const { client, requests } = await clientOf([page('a', 'next'), page('b', null)])
    const ids: string[] = []
    for await (const { id } of client.contacts.listAll({ subscribed: true })) ids.push(id)
    expect(ids).toEqual(['a', 'b'])
    expect(requests.map(({ url }) => url)).toEqual([
      '/contacts?subscribed=true&limit=100&total=false',
      '/contacts?subscribed=true&limit=100&total=false&cursor=next',
    ])
  })

  it('throws the error of a page', async () => {
    const { client } = await clientOf([page('a', 'next'), refusal(403, 'FORBIDDEN')])
    const contacts = client.contacts.listAll()
    expect((await contacts.next()).value).toEqual({ id: 'a' })
    await expect(contacts.next()).rejects.toMatchObject({ name: 'LettermillError', code: 'FORBIDDEN' })
  })
})

describe('what a caller writes', () => {
  it.each(['', '.', '..'])('never leads elsewhere by the id "%s"', async (id) => {
    const { client, requests } = await clientOf([SENT])
    expect(() => client.contacts.delete(id)).toThrow(TypeError)
    expect(requests).toHaveLength(0)
  })

  it('is encoded in paths', async () => {
    const { client, requests } = await clientOf([SENT])
    await client.templates.get('a/../b?c')
    expect(requests[0]?.url).toBe('/templates/a%2F..%2Fb%3Fc')
  })

  it('needs a key and an address', () => {
    expect(() => new Lettermill('')).toThrow('LETTERMILL_API_KEY')
    expect(() => new Lettermill('sk_1', { baseUrl: 'mail.example.com' })).toThrow('https://')
  })
})
