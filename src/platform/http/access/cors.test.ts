import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'

const DASHBOARD = 'https://mail.example.com'

const test = useTestApp({ PUBLIC_URL: `${DASHBOARD}/` })

/** No call allows every origin yet; the rule is tested on two of our own. */
const tracking = useTestApp()
beforeAll(() => {
  const config = { access: 'open' as const, anyOrigin: true }
  tracking.app.get('/any-origin', { config }, () => 'seen')
  tracking.app.options('/any-origin', { config }, (_request, reply) => reply.code(204).send())
})

describe('a browser on the dashboard', () => {
  it('may read the answer, and the headers that matter', async () => {
    const { headers } = await call(test, ['GET', '/project'], { headers: { origin: DASHBOARD } })
    expect(headers['access-control-allow-origin']).toBe(DASHBOARD)
    expect(headers.vary).toMatch(/^Origin\b/)
    expect(String(headers['access-control-expose-headers'])).toContain('X-Request-Id')
  })

  it('may read an error too', async () => {
    const { statusCode, headers } = await call(test, ['GET', '/project'], {
      key: null,
      headers: { origin: DASHBOARD },
    })
    expect(statusCode).toBe(401)
    expect(headers['access-control-allow-origin']).toBe(DASHBOARD)
  })

  it('learns from a preflight, without a key, what it may send', async () => {
    const { statusCode, body, headers } = await call(test, ['OPTIONS', '/contacts/some-id'], {
      key: null,
      headers: { origin: DASHBOARD, 'access-control-request-method': 'PATCH' },
    })
    expect(statusCode).toBe(204)
    expect(body).toBe('')
    expect(headers).toMatchObject({
      'access-control-allow-origin': DASHBOARD,
      'access-control-allow-methods': 'GET, HEAD, PATCH, DELETE',
      'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key',
      'access-control-max-age': '600',
      allow: 'GET, HEAD, PATCH, DELETE',
    })
  })
})

describe('a browser elsewhere', () => {
  it.each([
    ['another site', 'https://evil.example'],
    ['the dashboard over plain HTTP', 'http://mail.example.com'],
    ['the dashboard on another port', 'https://mail.example.com:8443'],
    ['a name that begins like the dashboard', 'https://mail.example.com.evil.example'],
    ['a sandboxed frame', 'null'],
  ])('may not read anything: %s', async (_what, origin) => {
    for (const url of ['/project', '/health', '/openapi.json', '/nothing']) {
      const { headers } = await call(test, ['GET', url], { headers: { origin } })
      expect(headers).not.toHaveProperty('access-control-allow-origin')
      expect(headers.vary).toMatch(/^Origin\b/)
    }
    const preflight = await call(test, ['OPTIONS', '/contacts'], { key: null, headers: { origin } })
    expect(preflight.headers).not.toHaveProperty('access-control-allow-origin')
  })

  it('may never send cookies along', async () => {
    const { headers } = await call(test, ['OPTIONS', '/contacts'], {
      key: null,
      headers: { origin: DASHBOARD },
    })
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
  })

  it('may read the calls that are made for it', async () => {
    const headers = { origin: 'https://shop.example' }
    for (const method of ['GET', 'OPTIONS'] as const) {
      const reply = await call(tracking, [method, '/any-origin'], { key: null, headers })
      expect(reply.headers['access-control-allow-origin']).toBe('*')
    }
  })
})

it('adds nothing for a client that is not a browser', async () => {
  const { headers } = await call(test, ['GET', '/project'])
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
})
