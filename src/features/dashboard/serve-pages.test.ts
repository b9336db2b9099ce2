import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import type { BuiltFile } from '../../platform/built-files/built-files.ts'
import type { App } from '../../platform/http/app-types.ts'
import { buildTestDeps } from '../../../test/support/test-app.ts'
import { createTestDatabase } from '../../../test/support/database/test-database.ts'
import type { PagesState } from './pages.ts'

const SCRIPT: BuiltFile = {
  type: 'text/javascript; charset=utf-8',
  isImmutable: true,
  etag: 'W/"1a2b"',
  plain: Buffer.from('plain'),
  compressed: { br: Buffer.from('br'), gzip: Buffer.from('gzip') },
}
const THEME: BuiltFile = { ...SCRIPT, isImmutable: false, compressed: {} }

const READY: PagesState = {
  is: 'ready',
  pages: {
    files: new Map([
      ['assets/main-1a2b.js', SCRIPT],
      ['theme.js', THEME],
    ]),
    indexWith: (nonce) => `<html><meta nonce="${nonce}"></html>`,
  },
}

let state: PagesState = READY
let app: App
let close = async () => {}
beforeAll(async () => {
  const database = await createTestDatabase()
  const deps = buildTestDeps(database.url)
  app = await buildApp(deps, { pages: { state: () => state, stop: async () => {} } })
  close = async () => {
    await app.close()
    await deps.threads.close()
    await deps.database.close()
    await database.drop()
  }
})
afterAll(() => close())

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers })

describe('the page of the dashboard', () => {
  it.each([
    '/app',
    '/app/p/1/emails',
    '/sign-in',
    '/forgot-password',
    '/reset-password/token',
    '/setup/token',
    '/invite/token',
  ])('is at %s', async (url) => {
    const reply = await get(url)
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(reply.headers['referrer-policy']).toBe('no-referrer')
  })

  it('is where / leads', async () => {
    const reply = await get('/')
    expect([reply.statusCode, reply.headers.location]).toEqual([302, '/app'])
  })

  it('has a policy with a nonce of its own each time, and allows no inline script', async () => {
    const nonces = await Promise.all(
      ['/app', '/app'].map(async (url) => {
        const { headers, body } = await get(url)
        const policy = String(headers['content-security-policy'])
        const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
        expect(body).toContain(`nonce="${nonce}"`)
        expect(policy).toContain("script-src 'self';")
        expect(policy).toContain("default-src 'none'")
        expect(policy).toContain("frame-ancestors 'none'")
        expect(policy).not.toContain('unsafe')
        return nonce
      }),
    )
    expect(new Set(nonces).size).toBe(2)
  })

  it('says that it is being built, and then that it could not be built', async () => {
    try {
      state = { is: 'building' }
      const building = await get('/app')
      expect([building.statusCode, building.headers['refresh']]).toEqual([503, '2'])
      expect(building.body).toContain('The dashboard is being built')
      state = { is: 'missing', reference: 'abc-123' }
      const missing = await get('/app')
      expect([missing.statusCode, missing.headers['refresh']]).toEqual([503, undefined])
      expect(missing.body).toContain('reference: abc-123')
    } finally {
      state = READY
    }
  })
})

describe('the files of the dashboard', () => {
  it.each([
    ['br, gzip', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['gzip;q=0.5', 'gzip'],
    ['br;q=0', undefined],
    ['', undefined],
  ])('are sent compressed as the browser accepts it: %j', async (accepted, encoding) => {
    const reply = await get('/app/assets/main-1a2b.js', { 'accept-encoding': accepted })
    expect(reply.headers['content-encoding']).toBe(encoding)
    expect(reply.body).toBe(encoding ?? 'plain')
    expect(reply.headers['vary']).toBe('Accept-Encoding')
  })

  it('are cached forever if their name changes with their content, and revalidated otherwise', async () => {
    expect((await get('/app/assets/main-1a2b.js')).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    )
    expect((await get('/app/theme.js')).headers['cache-control']).toBe('no-cache')
  })

  it('are not sent to a browser that has them', async () => {
    const reply = await get('/app/theme.js', { 'if-none-match': 'W/"old", W/"1a2b"' })
    expect([reply.statusCode, reply.body, reply.headers['etag']]).toEqual([304, '', 'W/"1a2b"'])
    expect((await get('/app/theme.js', { 'if-none-match': 'W/"old"' })).statusCode).toBe(200)
  })

  it('that do not exist are a 404 and not the page', async () => {
    const reply = await get('/app/assets/old-9z.js')
    expect([reply.statusCode, reply.headers['cache-control']]).toEqual([404, 'no-store'])
  })
})

describe('the frame that shows an email', () => {
  it('has an origin of its own, one script, and images of other servers only when asked for', async () => {
    const blocked = String((await get('/app/frame')).headers['content-security-policy'])
    expect(blocked).toMatch(/^sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox;/)
    expect(blocked).toMatch(/script-src 'sha256-[^']+';/)
    expect(blocked).toMatch(/img-src data: http:\/\/\S+\/i\/;/)
    const allowed = String((await get('/app/frame?images=allowed')).headers['content-security-policy'])
    expect(allowed).toContain('img-src data: https: http:;')
    expect(blocked).not.toContain('allow-same-origin')
  })
})
