import { describe, expect, it } from 'vitest'
import { buildContact, buildKey } from '../../../../test/support/factories.ts'
import { call, errorOf } from '../../../../test/support/requests.ts'
import type { CallOptions } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'

const test = useTestApp({ AUTH_FAILURES_PER_MINUTE: '3' })
const behindProxy = useTestApp({ AUTH_FAILURES_PER_MINUTE: '3', TRUST_PROXY: 'true' })

const UNKNOWN = `sk_${'x'.repeat(40)}`

/** Every address may send a few wrong keys per minute, so each such test uses another one. */
let lastAddress = 0
const callFrom = (remoteAddress: string, key: string) =>
  test.app.inject({ url: '/project', remoteAddress, headers: { authorization: `Bearer ${key}` } })
const newAddress = () => `10.0.0.${(lastAddress += 1)}`

describe('a request without a good key', () => {
  const withHeader = (authorization: string) =>
    call(test, ['GET', '/project'], { key: null, headers: { authorization } })

  it('is a 401 MISSING_AUTH without the header', async () => {
    const reply = await call(test, ['GET', '/project'], { key: null })
    expect(reply.statusCode).toBe(401)
    expect(errorOf(reply).code).toBe('MISSING_AUTH')
    expect(reply.headers['www-authenticate']).toBe('Bearer')
  })

  it.each([
    ['an empty header', ''],
    ['the scheme alone', 'Bearer'],
    ['the scheme and a space', 'Bearer '],
    ['another scheme', 'Basic c2tfOng='],
    ['a key without a scheme', UNKNOWN],
    ['no space after the scheme', `Bearer${UNKNOWN}`],
    ['two words', `Bearer ${UNKNOWN} ${UNKNOWN}`],
    ['a word that only begins like it', `Bearers ${UNKNOWN}`],
  ])('is a 401 MISSING_AUTH with %s', async (_what, header) => {
    const reply = await withHeader(header)
    expect(reply.statusCode).toBe(401)
    expect(errorOf(reply).code).toBe('MISSING_AUTH')
  })

  it.each([
    ['in lower case', (key: string) => `bearer ${key}`],
    ['in upper case', (key: string) => `BEARER ${key}`],
    ['with several spaces', (key: string) => `Bearer   ${key}`],
    ['with a space behind the key', (key: string) => `Bearer ${key} `],
  ])('is none with the scheme %s', async (_what, header) => {
    expect((await withHeader(header(test.project.secretKey))).statusCode).toBe(200)
  })

  it('is a 401 INVALID_API_KEY with an unknown key', async () => {
    const reply = await callFrom(newAddress(), UNKNOWN)
    expect(reply.statusCode).toBe(401)
    expect(errorOf(reply).code).toBe('INVALID_API_KEY')
    expect(reply.headers['www-authenticate']).toBe('Bearer')
  })

  it('is a 401 INVALID_API_KEY with a good key in another case or with a character more', async () => {
    const { secretKey } = test.project
    const address = newAddress()
    for (const key of [secretKey.toUpperCase(), `${secretKey}x`, secretKey.slice(0, -1)]) {
      expect(errorOf(await callFrom(address, key)).code).toBe('INVALID_API_KEY')
    }
  })

  it('does not show the wrong key in the answer', async () => {
    const reply = await callFrom(newAddress(), UNKNOWN)
    expect(reply.body).not.toContain(UNKNOWN)
  })

  it('is reported before any problem of the path, the body or the query', async () => {
    const reply = await call(test, ['POST', '/contacts'], { key: null, body: '{', query: { limit: '0' } })
    expect(reply.statusCode).toBe(401)
  })
})

describe('wrong keys', () => {
  it('are answered 429 once an address has sent too many, with the time to wait', async () => {
    const address = newAddress()
    for (let count = 0; count < 3; count += 1) {
      expect((await callFrom(address, UNKNOWN)).statusCode).toBe(401)
    }
    const reply = await callFrom(address, UNKNOWN)
    expect(reply.statusCode).toBe(429)
    expect(errorOf(reply).code).toBe('RATE_LIMIT_EXCEEDED')
    const wait = Number(reply.headers['retry-after'])
    expect(wait).toBeGreaterThanOrEqual(1)
    expect(wait).toBeLessThanOrEqual(61)
  })

  it('never block a valid key from the same address', async () => {
    const address = newAddress()
    for (let count = 0; count < 5; count += 1) await callFrom(address, UNKNOWN)
    expect((await callFrom(address, test.project.secretKey)).statusCode).toBe(200)
  })

  it.each([
    ['addresses of one IPv6 network', (n: number) => `2001:db8:1:2::${n}`, '2001:db8:1:3::1'],
    [
      'an IPv4 address, however it is written',
      (n: number) => ['203.0.113.9', '::ffff:203.0.113.9'][n % 2],
      '203.0.113.10',
    ],
  ])('of %s count together', async (_what, addressOf, other) => {
    for (let count = 0; count < 3; count += 1) {
      expect((await callFrom(addressOf(count) ?? '', UNKNOWN)).statusCode).toBe(401)
    }
    expect((await callFrom(addressOf(3) ?? '', UNKNOWN)).statusCode).toBe(429)
    expect((await callFrom(other, UNKNOWN)).statusCode).toBe(401)
  })

  it('of one address do not count against another', async () => {
    const address = newAddress()
    for (let count = 0; count < 5; count += 1) await callFrom(address, UNKNOWN)
    expect((await callFrom(newAddress(), UNKNOWN)).statusCode).toBe(401)
  })
})

describe('the address behind a proxy', () => {
  const sendWrong = (node: TestApp, remoteAddress: string, forwarded: string) =>
    node.app.inject({
      url: '/project',
      remoteAddress,
      headers: { authorization: `Bearer ${UNKNOWN}`, 'x-forwarded-for': forwarded },
    })

  it('is not believed unless there is one: naming others does not help', async () => {
    const address = newAddress()
    for (const claimed of ['1.1.1.1', '2.2.2.2', '3.3.3.3']) await sendWrong(test, address, claimed)
    expect((await sendWrong(test, address, '4.4.4.4')).statusCode).toBe(429)
  })

  it('is what the proxy wrote last, not what the client wrote before it', async () => {
    const proxy = newAddress()
    for (const claimed of ['1.1.1.1', '2.2.2.2', '3.3.3.3']) {
      expect((await sendWrong(behindProxy, proxy, `${claimed}, 192.0.2.1`)).statusCode).toBe(401)
    }
    expect((await sendWrong(behindProxy, proxy, '4.4.4.4, 192.0.2.1')).statusCode).toBe(429)
    expect((await sendWrong(behindProxy, proxy, '192.0.2.2')).statusCode).toBe(401)
  })
})

describe('what a key may do', () => {
  type Kind = 'full' | 'send' | 'read' | 'public'
  const keyOf = async (kind: Kind) =>
    kind === 'public' ? test.project.publicKey : buildKey(test, { scopes: [kind] })
  const metrics: CallOptions = { headers: { 'x-forwarded-for': '192.0.2.1' } }

  it.each<{ kind: Kind; what: string; reading: number; changing: number }>([
    { kind: 'full', what: 'all', reading: 200, changing: 200 },
    { kind: 'read', what: 'reading', reading: 200, changing: 403 },
    { kind: 'send', what: 'neither reading nor changing', reading: 403, changing: 403 },
    { kind: 'public', what: 'nothing here', reading: 403, changing: 403 },
  ])('$kind: $what, and never the metrics of the server', async ({ kind, reading, changing }) => {
    const key = await keyOf(kind)
    expect((await call(test, ['GET', '/project'], { key })).statusCode).toBe(reading)
    expect((await call(test, ['PATCH', '/project'], { key, body: {} })).statusCode).toBe(changing)
    expect((await call(test, ['GET', '/metrics'], { ...metrics, key })).statusCode).toBe(403)
  })

  it('is the sum of its scopes', async () => {
    const key = await buildKey(test, { scopes: ['send', 'read'] })
    expect((await call(test, ['GET', '/project'], { key })).statusCode).toBe(200)
    expect((await call(test, ['PATCH', '/project'], { key, body: {} })).statusCode).toBe(403)
  })

  it('is said in a 403 FORBIDDEN that names the scope', async () => {
    const reply = await call(test, ['PATCH', '/project'], { key: await buildKey(test, { scopes: ['read'] }) })
    expect(errorOf(reply)).toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('"full"') as string,
    })
  })

  it('is decided before the body is read', async () => {
    const key = await buildKey(test, { scopes: ['read'] })
    expect((await call(test, ['POST', '/contacts'], { key, body: '{' })).statusCode).toBe(403)
  })
})

describe('a record of another project', () => {
  it('gets the same 404 as one that does not exist', async () => {
    const foreign = await buildContact(test, { project: test.other })
    const bodyFor = async (id: string) => {
      const reply = await call(test, ['GET', `/contacts/${id}`])
      expect(reply.statusCode).toBe(404)
      const { requestId: _, ...error } = reply.json<{ error: Record<string, unknown> }>().error
      return error
    }
    expect(await bodyFor(foreign.id)).toEqual(await bodyFor('0198a6a0-0000-7000-8000-000000000000'))
  })
})
