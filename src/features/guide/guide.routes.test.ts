import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/support/database/test-database.ts'
import { buildTestDeps } from '../../../test/support/test-app.ts'
import { buildApp } from '../../app.ts'
import type { BuiltFile } from '../../platform/built-files/built-files.ts'
import type { App } from '../../platform/http/app-types.ts'
import type { GuideState } from './guide.ts'

const fileOf = (type: string, text: string): BuiltFile => ({
  type,
  isImmutable: false,
  etag: `W/"${text}"`,
  plain: Buffer.from(text),
  compressed: { br: Buffer.from(`br ${text}`) },
})

const HTML = 'text/html; charset=utf-8'
const MARKDOWN = 'text/markdown; charset=utf-8'
const READY: GuideState = {
  is: 'ready',
  files: new Map([
    ['index.html', fileOf(HTML, 'start')],
    ['404.html', fileOf(HTML, 'missing')],
    ['sending.html', fileOf(HTML, 'sending')],
    ['sending.md', fileOf(MARKDOWN, 'markdown')],
    ['providers/ses.html', fileOf(HTML, 'ses')],
    ['llms.txt', fileOf('text/plain; charset=utf-8', 'index')],
    ['llms-full.txt', fileOf('text/plain; charset=utf-8', 'all')],
  ]),
}

let state: GuideState = READY
let app: App
let close = async () => {}
beforeAll(async () => {
  const database = await createTestDatabase()
  const deps = buildTestDeps(database.url)
  app = await buildApp(deps, { guide: { open: async () => state, stop: async () => {} } })
  close = async () => {
    await app.close()
    await deps.threads.close()
    await deps.database.close()
    await database.drop()
  }
})
afterAll(() => close())

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers })

describe('the guide', () => {
  it.each([
    ['/guide', HTML, 'start'],
    ['/guide/sending', HTML, 'sending'],
    ['/guide/sending.md', MARKDOWN, 'markdown'],
    ['/guide/providers/ses', HTML, 'ses'],
    ['/llms.txt', 'text/plain; charset=utf-8', 'index'],
    ['/llms-full.txt', 'text/plain; charset=utf-8', 'all'],
  ])('is at %s, without a key', async (url, type, body) => {
    const reply = await get(url)
    expect([reply.statusCode, reply.headers['content-type'], reply.body]).toEqual([200, type, body])
    expect(reply.headers['cache-control']).toBe('no-cache')
  })

  it('is sent compressed, and not at all to those who have it', async () => {
    const compressed = await get('/guide/sending.md', { 'accept-encoding': 'br' })
    expect([compressed.headers['content-encoding'], compressed.body]).toEqual(['br', 'br markdown'])
    const known = await get('/guide/sending.md', { 'if-none-match': 'W/"markdown"' })
    expect([known.statusCode, known.body, known.headers['etag']]).toEqual([304, '', 'W/"markdown"'])
  })

  it('allows no inline scripts and styles, and no other server', async () => {
    const policy = String((await get('/guide/sending')).headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
  })

  it.each(['/guide/', '/guide/sending/'])('leads from %s to the address without a slash', async (url) => {
    const reply = await get(url)
    expect([reply.statusCode, reply.headers.location]).toEqual([301, url.replace(/\/$/, '')])
  })

  it.each([
    '/guide/none',
    '/guide/none.md',
    '/guide/../package.json',
    '/guide/..%2fpackage.json',
    '/guide/404.html',
  ])('has no page at %s', async (url) => {
    expect((await get(url)).statusCode).toBe(404)
  })

  it.each(['/guide//example.com/', '/guide/%2fexample.com/', '/guide/\\example.com/'])(
    'never leads from %s to another server',
    async (url) => {
      const { headers } = await get(url)
      expect(new URL(headers.location ?? '/', 'http://localhost').host).toBe('localhost')
    },
  )

  it('says that it could not be built', async () => {
    try {
      state = { is: 'missing', reference: 'abc-123' }
      const reply = await get('/guide')
      expect(reply.statusCode).toBe(503)
      expect(reply.body).toContain('reference: abc-123')
    } finally {
      state = READY
    }
  })
})
