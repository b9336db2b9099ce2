import { once } from 'node:events'
import { METHODS } from 'node:http'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { call, errorOf, fieldsOf } from '../../../../test/support/requests.ts'
import type { Reply } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { ErrorBody } from './error-body.schema.ts'

const test = useTestApp({ JSON_LIMIT_MB: '1' })
const broken = useTestApp()

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** The error body, with exactly these fields. */
function expectErrorBody(reply: Pick<Reply, 'body' | 'statusCode' | 'headers'>, code: string): void {
  const body = ErrorBody.strict().parse(JSON.parse(reply.body))
  expect(body.error.code).toBe(code)
  expect(body.error.statusCode).toBe(reply.statusCode)
  expect(body.code).toBe(reply.statusCode)
  expect(body.message).toBe(body.error.message)
  expect(body.error.requestId).toBe(reply.headers['x-request-id'])
  expect(body.error.requestId).toMatch(UUID_V7)
  expect(body.error.suggestion).toMatch(/\w/)
  expect(new Date(body.timestamp).getTime()).toBe(body.time)
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(reply.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
}

describe('the error body', () => {
  it('has every field, top-level ones included', async () => {
    const reply = await call(test, ['GET', '/nothing-here'])
    const at = test.clock.now().getTime()
    expectErrorBody(reply, 'RESOURCE_NOT_FOUND')
    const body = reply.json<{ success: boolean; time: number }>()
    expect(body.success).toBe(false)
    expect(Math.abs(at - body.time)).toBeLessThan(5_000)
    expect(Object.keys(body)).toEqual(['success', 'error', 'code', 'message', 'time', 'timestamp'])
    expect(body).not.toHaveProperty('error.errors')
  })

  it('of an unknown path comes before the body is read', async () => {
    const reply = await call(test, ['POST', '/nothing'], { key: null, body: '{', headers: JSON_TYPE })
    expect(reply.statusCode).toBe(404)
  })

  it.each<{ what: string; code: string; status: number; request: () => Promise<Reply> }>([
    {
      what: 'an unknown path below a known one',
      code: 'RESOURCE_NOT_FOUND',
      status: 404,
      request: () => call(test, ['GET', '/project/x']),
    },
    {
      what: 'another method',
      code: 'METHOD_NOT_ALLOWED',
      status: 405,
      request: () => call(test, ['DELETE', '/project']),
    },
    {
      what: 'no key',
      code: 'MISSING_AUTH',
      status: 401,
      request: () => call(test, ['GET', '/project'], { key: null }),
    },
    {
      what: 'a public key',
      code: 'FORBIDDEN',
      status: 403,
      request: () => call(test, ['GET', '/project'], { key: test.project.publicKey }),
    },
    {
      what: 'bad JSON',
      code: 'INVALID_REQUEST_BODY',
      status: 400,
      request: () => call(test, ['PATCH', '/project'], { body: '{', headers: JSON_TYPE }),
    },
    {
      what: 'bad fields',
      code: 'VALIDATION_ERROR',
      status: 422,
      request: () => call(test, ['PATCH', '/project'], { body: { name: 1 } }),
    },
    {
      what: 'a path that cannot be decoded',
      code: 'BAD_REQUEST',
      status: 400,
      request: () => call(test, ['GET', '/contacts/%E0%A4%A']),
    },
    {
      what: 'a path id that is far too long',
      code: 'RESOURCE_NOT_FOUND',
      status: 404,
      request: () => call(test, ['GET', `/contacts/${'a'.repeat(500)}`]),
    },
  ])('is the same for $what', async ({ code, status, request }) => {
    const reply = await request()
    expect(reply.statusCode).toBe(status)
    expectErrorBody(reply, code)
  })
})

const JSON_TYPE = { 'content-type': 'application/json' }

describe('a 422', () => {
  it('names all problems of a body, not the first, in our own words', async () => {
    const reply = await call(test, ['POST', '/keys'], {
      body: { name: 7, kind: 'master', scopes: [], expiresAt: 'soon' },
    })
    expectErrorBody(reply, 'VALIDATION_ERROR')
    expect(fieldsOf(reply)).toEqual({
      name: 'invalid_type',
      kind: 'invalid_enum_value',
      scopes: 'too_small',
      expiresAt: 'invalid_date',
    })
  })

  it('names all problems of a query', async () => {
    const reply = await call(test, ['GET', '/contacts'], {
      query: { limit: '101', subscribed: 'maybe', email: 'nobody' },
    })
    expect(fieldsOf(reply)).toEqual({
      limit: 'too_big',
      subscribed: 'invalid_enum_value',
      email: 'invalid_string',
    })
  })

  it('tells a missing field from one of the wrong type', async () => {
    expect(fieldsOf(await call(test, ['POST', '/contacts'], { body: {} }))).toEqual({ email: 'required' })
    expect(fieldsOf(await call(test, ['POST', '/contacts'], { body: { email: null } }))).toEqual({
      email: 'invalid_type',
    })
  })

  it('ignores unknown fields', async () => {
    const reply = await call(test, ['PATCH', '/project'], { body: { name: 'Shop', color: 'red', __v: 1 } })
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).not.toHaveProperty('color')
  })
})

describe('a known path with another method', () => {
  it('is a 405 that lists the methods it takes', async () => {
    const reply = await call(test, ['PUT', '/contacts'])
    expect(reply.statusCode).toBe(405)
    expect(reply.headers.allow).toBe('GET, HEAD, POST')
  })

  it('is a 405 on a path with an id, whatever the id', async () => {
    const reply = await call(test, ['POST', '/contacts/no-such-id'])
    expect(reply.statusCode).toBe(405)
    expect(reply.headers.allow).toBe('GET, HEAD, PATCH, DELETE')
  })

  it('is a 405 for TRACE too', async () => {
    expect((await test.app.inject({ method: 'TRACE', url: '/contacts' })).statusCode).toBe(405)
  })

  it('needs no key, and reads no body', async () => {
    const reply = await call(test, ['PUT', '/contacts'], { key: null, body: '{', headers: JSON_TYPE })
    expect(reply.statusCode).toBe(405)
  })

  it('HEAD is served where GET is, without a body', async () => {
    const reply = await test.app.inject({
      method: 'HEAD',
      url: '/project',
      headers: { authorization: `Bearer ${test.project.secretKey}` },
    })
    expect(reply.statusCode).toBe(200)
    expect(reply.body).toBe('')
    expect(Number(reply.headers['content-length'])).toBeGreaterThan(0)
  })

  it('HEAD is refused without a key like GET, and on a path without GET', async () => {
    expect((await test.app.inject({ method: 'HEAD', url: '/project' })).statusCode).toBe(401)
    const reply = await test.app.inject({ method: 'HEAD', url: '/contacts/bulk' })
    expect(reply.statusCode).toBe(405)
    expect(reply.headers.allow).toBe('POST')
  })
})

describe('a body over the limit', () => {
  const MEGABYTE = 1_048_576

  it('is a 413', async () => {
    const body = JSON.stringify({ email: 'a@example.com', data: { text: 'x'.repeat(MEGABYTE) } })
    const reply = await call(test, ['POST', '/v1/track'], { body, headers: JSON_TYPE })
    expect(reply.statusCode).toBe(413)
    expectErrorBody(reply, 'PAYLOAD_TOO_LARGE')
  })
})

describe('X-Request-Id', () => {
  it('is on every answer, good or bad, and never twice the same', async () => {
    const replies = await Promise.all([
      call(test, ['GET', '/health'], { key: null }),
      call(test, ['GET', '/project']),
      call(test, ['GET', '/']),
      call(test, ['GET', '/docs/']),
      call(test, ['OPTIONS', '/project'], { key: null }),
      call(test, ['GET', '/nothing']),
      call(test, ['GET', '/%zz']),
      call(test, ['GET', '/project'], { key: null }),
    ])
    const ids = replies.map((reply) => reply.headers['x-request-id'])
    for (const id of ids) expect(id).toMatch(UUID_V7)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('is ours: one that the client sends is ignored', async () => {
    const reply = await call(test, ['GET', '/health'], {
      headers: { 'x-request-id': 'mine', 'request-id': 'mine' },
    })
    expect(reply.headers['x-request-id']).toMatch(UUID_V7)
  })
})

describe('an unexpected error', () => {
  beforeAll(async () => {
    broken.app.get('/throws', { config: { access: 'open' } }, () => {
      throw Object.assign(new Error('the secret sauce'), { statusCode: 418, code: 'SAUCE' })
    })
    broken.app.get('/throws-text', { config: { access: 'open' } }, () => {
      throw 'the secret sauce' as unknown as Error
    })
    await sql`drop table contacts cascade`.execute(broken.deps.database.db)
  })

  it.each([['/throws'], ['/throws-text']])('is a 500 with nothing internal in it (%s)', async (url) => {
    const reply = await call(broken, ['GET', url])
    expect(reply.statusCode).toBe(500)
    expectErrorBody(reply, 'INTERNAL_SERVER_ERROR')
    expect(reply.body).not.toContain('sauce')
  })

  it('of the database is a 500 that shows neither statement nor table', async () => {
    const reply = await call(broken, ['GET', '/contacts'])
    expect(reply.statusCode).toBe(500)
    expectErrorBody(reply, 'INTERNAL_SERVER_ERROR')
    expect(reply.body).not.toMatch(/contacts|relation|select|\.ts\b/i)
  })

  it('leaves the service working', async () => {
    expect((await call(broken, ['GET', '/project'])).statusCode).toBe(200)
  })
})

/** Writes bytes to the socket that no client library would send. */
async function send(text: string) {
  const { port } = new URL(test.app.listeningOrigin)
  const socket = connect(Number(port), '127.0.0.1').setEncoding('utf8')
  let answer = ''
  socket.on('data', (chunk: string) => (answer += chunk))
  socket.write(text)
  await once(socket, 'close')
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  const [status = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.split(': ')[0]?.toLowerCase(), line.split(': ')[1]]),
  ) as Record<string, string>
  return { statusCode: Number(status.split(' ')[1]), headers, body }
}

const request = (line: string, ...headers: string[]) =>
  send([`${line} HTTP/1.1`, ...headers, 'Connection: close', '', ''].join('\r\n'))

beforeAll(() => test.app.listen({ port: 0, host: '127.0.0.1' }))

describe('an unknown method', () => {
  // Node answers CONNECT by closing the connection: its target is not a path.
  const strange = METHODS.filter(
    (method) =>
      !['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT'].includes(method),
  )

  it.each(strange)(
    '%s is a 405 on a known path, with the methods it takes, and a 404 elsewhere',
    async (method) => {
      const known = await request(`${method} /contacts?limit=1`, 'Host: localhost')
      expect(known.statusCode).toBe(405)
      expect(known.headers['allow']).toBe('GET, HEAD, POST')
      expectErrorBody(known, 'METHOD_NOT_ALLOWED')
      const record = await request(`${method} /contacts/x`, 'Host: localhost')
      expect(record.headers['allow']).toBe('GET, HEAD, PATCH, DELETE')
      const more = await request(`${method} /contacts/bulk`, 'Host: localhost')
      expect(more.headers['allow']).toBe('POST')
      for (const path of ['/nothing', '/contacts/', '/contacts/x/y/z', '//', '*']) {
        expect((await request(`${method} ${path}`, 'Host: localhost')).statusCode).toBe(404)
      }
    },
  )

  it('is a 400 that says so if it is made up', async () => {
    const reply = await request('FETCH /contacts', 'Host: localhost')
    expect(reply.statusCode).toBe(400)
    expect(reply.body).toContain('method')
  })
})

describe('a header that must be there once', () => {
  const key = () => `Authorization: Bearer ${test.project.secretKey}`

  it.each<[string, () => string[]]>([
    ['Authorization', () => ['Host: localhost', key(), 'authorization: Bearer sk_other']],
    ['Authorization', () => ['Host: localhost', key(), key()]],
    ['Host', () => ['Host: localhost', 'HOST: example.com', key()]],
    ['Idempotency-Key', () => ['Host: localhost', key(), 'Idempotency-Key: a', 'Idempotency-Key: b']],
    ['Content-Type', () => ['Host: localhost', key(), 'Content-Type: a/b', 'Content-Type: c/d']],
  ])('is refused when there are two: %s', async (name, headers) => {
    for (const line of ['GET /project', 'GET /health', 'GET /nothing']) {
      const reply = await request(line, ...headers())
      expect(reply.statusCode).toBe(400)
      expectErrorBody(reply, 'BAD_REQUEST')
      expect(reply.body).toContain(`more than one ${name} header`)
    }
  })

  it('is required: Host', async () => {
    const reply = await request('GET /project', key())
    expect(reply.statusCode).toBe(400)
    expectErrorBody(reply, 'BAD_REQUEST')
    expect(reply.body).toContain('no Host header')
  })

  it('is not required of HTTP/1.0, which has none', async () => {
    expect((await send('GET /health HTTP/1.0\r\n\r\n')).statusCode).toBe(200)
  })

  it('is accepted once; others may be repeated', async () => {
    const reply = await request('GET /project', 'Host: localhost', key(), 'Accept: a/b', 'Accept: c/d')
    expect(reply.statusCode).toBe(200)
  })
})

describe('what is not HTTP', () => {
  it.each([
    ['a broken header line', 'GET / HTTP/1.1\r\nHost: x\r\nbroken header\r\n\r\n', 'not valid HTTP'],
    [
      'an endless header',
      `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
      'larger than 16 kB',
    ],
  ])('gets the same body: %s', async (_what, text, message) => {
    const reply = await send(text)
    expect(reply.statusCode).toBe(400)
    expectErrorBody(reply, 'BAD_REQUEST')
    expect(reply.body).toContain(message)
  })
})

it('a request that did not arrive in time is a 408', async () => {
  test.app.server.once('connection', (socket: Socket) => {
    // As Node does it once its limit has passed.
    const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    test.app.server.emit('clientError', error, socket)
  })
  const reply = await send('POST /contacts HTTP/1.1\r\nHost: x\r\nContent-Le')
  expect(reply.statusCode).toBe(408)
  expectErrorBody(reply, 'REQUEST_TIMEOUT')
})

it('shows the same code for the same mistake on every route', async () => {
  const codes = await Promise.all(
    (['/contacts', '/keys'] as const).map(async (url) =>
      errorOf(await call(test, ['GET', url], { query: { cursor: 'AAAA' } })),
    ),
  )
  expect(codes[0]).toMatchObject({ code: 'BAD_REQUEST' })
  expect(codes[1]).toMatchObject({ code: codes[0]?.code, message: codes[0]?.message })
})
