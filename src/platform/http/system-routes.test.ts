import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { buildContact } from '../../../test/support/factories.ts'
import { call, errorOf } from '../../../test/support/requests.ts'
import { buildTestDeps, useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { createLog } from '../log/log.ts'

const test = useTestApp()

afterEach(() => void (test.deps.lifecycle.state = 'ready'))

describe('GET /health', () => {
  it('says that the process is alive, without a key', async () => {
    const reply = await call(test, ['GET', '/health'], { key: null })
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual({ status: 'ok', version: test.deps.config.version })
  })
})

describe('GET /ready', () => {
  it('says that database and queue answer, without a key', async () => {
    const reply = await call(test, ['GET', '/ready'], { key: null })
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toMatchObject({ status: 'ready' })
  })

  it.each(['starting', 'stopping'] as const)('is a 503 while the service is %s', async (state) => {
    test.deps.lifecycle.state = state
    const reply = await call(test, ['GET', '/ready'], { key: null })
    expect(reply.statusCode).toBe(503)
    expect(errorOf(reply).message).toContain(state)
  })
})

describe('while the service is starting or stopping', () => {
  it.each(['starting', 'stopping'] as const)('calls get a 503 with Retry-After: %s', async (state) => {
    test.deps.lifecycle.state = state
    for (const url of ['/project', '/', '/docs/', '/openapi.json', '/nothing']) {
      const reply = await call(test, ['GET', url])
      expect(reply.statusCode).toBe(503)
      expect(errorOf(reply)).toMatchObject({
        code: 'SERVICE_UNAVAILABLE',
        message: `The service is ${state}.`,
      })
      expect(Number(reply.headers['retry-after'])).toBeGreaterThanOrEqual(1)
      expect(reply.headers['x-request-id']).toBeDefined()
    }
  })

  it('what tells about it still answers', async () => {
    test.deps.lifecycle.state = 'starting'
    expect((await call(test, ['GET', '/health'])).statusCode).toBe(200)
    expect((await call(test, ['GET', '/metrics'])).statusCode).toBe(200)
  })
})

describe('while the database is away', () => {
  let away: TestApp
  beforeAll(async () => {
    // Port 9 (discard) is closed here: every connection is refused at once.
    const deps = buildTestDeps('postgres://nobody@127.0.0.1:9/none')
    away = { ...test, deps, app: await buildApp(deps) }
  })
  afterAll(async () => {
    await away.app.close()
    await away.deps.threads.close()
    await away.deps.database.close()
  })

  it('calls are a 503 with Retry-After that says nothing of the database server', async () => {
    for (const url of ['/project', '/ready'] as const) {
      const reply = await call(away, ['GET', url])
      expect(reply.statusCode).toBe(503)
      expect(errorOf(reply).code).toBe('SERVICE_UNAVAILABLE')
      expect(Number(reply.headers['retry-after'])).toBeGreaterThanOrEqual(1)
      expect(reply.body).not.toMatch(/127\.0\.0\.1|ECONNREFUSED|postgres:/)
    }
  })

  it('the process is alive, and its metrics can be read', async () => {
    expect((await call(away, ['GET', '/health'])).statusCode).toBe(200)
    const reply = await call(away, ['GET', '/metrics'])
    expect(reply.statusCode).toBe(200)
    expect(reply.body).toContain('lettermill_process_uptime_seconds ')
  })
})

describe('GET /metrics', () => {
  const TOKEN = 'a-token-of-its-own-1234'
  const guarded = useTestApp({ METRICS_TOKEN: TOKEN })
  const behindProxy = useTestApp({ METRICS_TOKEN: TOKEN, TRUST_PROXY: 'true' })
  const scrape = (remoteAddress: string, headers: Record<string, string> = {}, node = test) =>
    node.app.inject({ url: '/metrics', remoteAddress, headers })
  const statusFor = async (key: string, headers: Record<string, string> = {}, node = guarded) =>
    (await scrape('192.0.2.7', { ...headers, authorization: `Bearer ${key}` }, node)).statusCode

  it.each([['127.0.0.1'], ['127.8.9.10'], ['::1'], ['::ffff:127.0.0.1']])(
    'needs no token from this machine (%s)',
    async (address) => {
      const reply = await scrape(address)
      expect(reply.statusCode).toBe(200)
      expect(reply.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
    },
  )

  it('needs the token from this machine too once one is set', async () => {
    expect((await scrape('127.0.0.1', {}, guarded)).statusCode).toBe(401)
    const withToken = await scrape('127.0.0.1', { authorization: `Bearer ${TOKEN}` }, guarded)
    expect(withToken.statusCode).toBe(200)
  })

  it.each([['localhost:3000'], ['127.0.0.1:3000'], ['[::1]:3000'], ['localhost']])(
    'is asked for on this machine as %s',
    async (host) => {
      expect((await scrape('127.0.0.1', { host })).statusCode).toBe(200)
    },
  )

  it.each<[string, string, Record<string, string>]>([
    ['from another machine', '192.0.2.7', {}],
    ['from an address that only looks local', '128.127.0.1', {}],
    [
      'under a name of another host, as a proxy or a rebound name asks',
      '127.0.0.1',
      { host: 'mail.example.com' },
    ],
    ['under a name that only begins as a local one', '127.0.0.1', { host: 'localhost.example.com' }],
    ...[
      'forwarded',
      'via',
      'x-forwarded-for',
      'x-forwarded-host',
      'x-forwarded-proto',
      'x-forwarded-anything',
      'x-real-ip',
      'x-client-ip',
      'x-cluster-client-ip',
      'x-original-forwarded-for',
      'x-envoy-external-address',
      'cf-connecting-ip',
      'cf-ray',
      'true-client-ip',
      'fastly-client-ip',
      'fly-client-ip',
      'client-ip',
      'cdn-loop',
    ].map((name): [string, string, Record<string, string>] => [
      `through a local proxy that says so with ${name}`,
      '127.0.0.1',
      { [name]: '127.0.0.1' },
    ]),
  ])('needs the token %s', async (_what, address, headers) => {
    const without = await scrape(address, headers, guarded)
    expect(without.statusCode).toBe(401)
    expect(errorOf(without).suggestion).toContain('METRICS_TOKEN')
    const withToken = await scrape(address, { ...headers, authorization: `Bearer ${TOKEN}` }, guarded)
    expect(withToken.statusCode).toBe(200)
  })

  it('needs the token from this machine too behind a proxy, which may add no headers', async () => {
    expect((await scrape('127.0.0.1', {}, behindProxy)).statusCode).toBe(401)
    expect(await statusFor(TOKEN, {}, behindProxy)).toBe(200)
  })

  it('shows the figures of the server to no key of a project', async () => {
    expect(await statusFor(guarded.project.secretKey)).toBe(403)
    expect(await statusFor(guarded.project.publicKey)).toBe(403)
    expect(await statusFor(test.project.secretKey, {}, test)).toBe(403)
  })

  it('refuses a wrong token, also where none is set', async () => {
    expect(await statusFor(`${TOKEN}x`)).toBe(401)
    expect(await statusFor(TOKEN.toUpperCase())).toBe(401)
    expect(await statusFor('undefined', {}, test)).toBe(401)
  })

  it('can be read with the token while the database is away', async () => {
    const deps = buildTestDeps('postgres://nobody@127.0.0.1:9/none', { METRICS_TOKEN: TOKEN })
    const away = { ...guarded, deps, app: await buildApp(deps) }
    expect(await statusFor(TOKEN, {}, away)).toBe(200)
    await away.app.close()
    await deps.threads.close()
    await deps.database.close()
  })

  it('counts requests by route and status, not by path or project', async () => {
    const { id } = await buildContact(test)
    await call(test, ['GET', `/contacts/${id}`])
    await call(test, ['GET', '/nobody-knows-this-path'])
    const { body } = await scrape('127.0.0.1')
    expect(body).toContain(
      'lettermill_http_requests_total{method="GET",route="/contacts/:id",status="200"} 1',
    )
    expect(body).toContain('lettermill_http_request_seconds_count{method="GET",route="/contacts/:id"} 1')
    expect(body).not.toContain(id)
    expect(body).not.toContain(test.project.projectId)
    expect(body).not.toContain('nobody-knows-this-path')
  })

  it('shows the connections and the jobs of the queue', async () => {
    await call(test, ['POST', '/contacts/bulk'], { body: { action: 'subscribe', filter: {} } })
    const { body } = await scrape('127.0.0.1')
    expect(body).toMatch(/^lettermill_database_connections\{state="open"\} [1-9]/m)
    expect(body).toMatch(/^lettermill_jobs\{job="contacts.bulk",state="due"\} 1$/m)
  })
})

describe('the log', () => {
  const lines: string[] = []
  let node: TestApp
  beforeAll(async () => {
    const log = createLog('trace', { write: (line) => void lines.push(line) })
    const deps = { ...buildTestDeps(test.url), log }
    node = { ...test, deps, app: await buildApp(deps) }
  })
  afterAll(async () => {
    await node.app.close()
    await node.deps.threads.close()
    await node.deps.database.close()
  })
  afterEach(() => void lines.splice(0))

  it('has a line per request, with route, status and project but without keys, bodies or ids of records', async () => {
    const { id } = await buildContact(test)
    await call(node, ['GET', `/contacts/${id}`])
    await call(node, ['POST', '/contacts'], { body: { email: 'ada@example.com', data: { plan: 'gold' } } })
    const made = await call(node, ['POST', '/keys'], { body: { name: 'For the log' } })
    await call(node, ['GET', '/contacts'], { query: { email: 'ada@example.com' } })
    await call(node, ['GET', '/project'], { key: `sk_${'y'.repeat(40)}` })
    const log = lines.join('')
    const requests = lines
      .map((line) => JSON.parse(line) as { msg: string })
      .filter(({ msg }) => msg === 'request')
    expect(requests).toHaveLength(5)
    expect(requests[0]).toMatchObject({
      method: 'GET',
      route: '/contacts/:id',
      status: 200,
      projectId: test.project.projectId,
    })
    for (const secret of [
      test.project.secretKey,
      made.json<{ key: string }>().key,
      'y'.repeat(40),
      'ada@',
      'gold',
      id,
    ]) {
      expect(log).not.toContain(secret)
    }
  })

  it('has a line and no stack for a poll of /ready while the node starts', async () => {
    node.deps.lifecycle.state = 'starting'
    await call(node, ['GET', '/ready'], { key: null })
    node.deps.lifecycle.state = 'ready'
    const [told, ...rest] = lines.map((line) => JSON.parse(line) as { level: unknown; msg: string })
    expect(told).toMatchObject({ msg: 'unavailable', reason: 'The service is starting.' })
    expect(rest.map(({ msg }) => msg)).toEqual(['request'])
    expect(lines.join('')).not.toMatch(/"stack"|"level":"?(40|warn)/)
  })

  it('has no value of a row that the database refused', async () => {
    const { db } = node.deps.database
    await sql`alter table contacts add constraint refused_here check (email not like 'marie%')`.execute(db)
    const reply = await call(node, ['POST', '/contacts'], {
      body: { email: 'marie@example.com', data: { plan: 'gold' } },
    })
    await sql`alter table contacts drop constraint refused_here`.execute(db)
    expect(reply.statusCode).toBe(500)
    const log = lines.join('')
    expect(log).not.toMatch(/marie|gold/)
    expect(log).toContain('"constraint":"refused_here"')
  })
})
