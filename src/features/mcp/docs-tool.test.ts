import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readPages } from '../../../guide/pages.ts'
import { writeSite } from '../../../guide/site.ts'
import { ROOT } from '../../../test/harness/node-process.ts'
import { buildKey } from '../../../test/support/factories.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import { callTool, connect, connectOld, refusalOf } from './fixtures/agents.ts'

/** The pages and the index of the guide; only the bundled script and styles are left out. */
function writeGuide() {
  const site = writeSite({
    root: ROOT,
    pages: readPages(ROOT),
    isFile: (file) => existsSync(path.join(ROOT, file)),
    base: '/guide/',
    isServed: true,
    assets: { script: 'assets/main.js', styles: [] },
  })
  return new Map(
    [...site].map(([name, text]) => [
      name,
      {
        type: name.endsWith('.md') ? 'text/markdown; charset=utf-8' : 'text/plain; charset=utf-8',
        isImmutable: false,
        etag: `W/"${name}"`,
        plain: Buffer.from(text),
        compressed: {},
      },
    ]),
  )
}

let files: ReturnType<typeof writeGuide> | undefined
const guide = {
  open: async () =>
    files ? { is: 'ready' as const, files } : { is: 'missing' as const, reference: 'abc-123' },
  stop: async () => {},
}
const test = useTestApp({}, { guide })
let written: ReturnType<typeof writeGuide>
beforeAll(() => {
  written = writeGuide()
  files = written
})
afterEach(() => void (files = written))

type Result = { title: string; section: string | null; excerpt: string; url: string }

const search = async (args: { query: string; limit?: number }, key = test.project.secretKey) =>
  (await callTool<{ results: Result[] }>(await connect(test, key), ['search_docs', args])).results

describe('search_docs', () => {
  it('fails while the guide cannot be built, and works as soon as it can', async () => {
    files = undefined
    const client = await connect(test)
    const refusal = await refusalOf(client, ['search_docs', { query: 'webhook' }])
    expect(refusal).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: 'This server has no documentation to search: it could not be built (reference: abc-123).',
    })
    files = new Map()
    expect((await refusalOf(client, ['search_docs', { query: 'webhook' }])).code).toBe(
      'INTERNAL_SERVER_ERROR',
    )
    files = written
    expect(await search({ query: 'webhook' })).toHaveLength(5)
  })

  it('finds sections, with an excerpt and the page as Markdown, which needs no key', async () => {
    const [best] = await search({ query: 'dry run agents sending' })
    expect(best).toMatchObject({ title: 'Agents (MCP)', section: 'Sending' })
    expect(best?.excerpt.toLowerCase()).toContain('dry run')
    expect(best?.excerpt.length).toBeLessThan(410)
    const { origin, pathname } = new URL(best?.url ?? '')
    expect([origin, pathname]).toEqual([new URL(test.deps.config.publicUrl).origin, '/guide/mcp.md'])
    const page = await test.app.inject({ method: 'GET', url: pathname })
    expect([page.statusCode, page.body.slice(0, 14)]).toEqual([200, '# Agents (MCP)'])
  })

  it('has an address for every page that it finds', async () => {
    const results = await search({ query: 'email', limit: 20 })
    expect(results).toHaveLength(20)
    for (const { url } of results) {
      const { statusCode } = await test.app.inject({ method: 'GET', url: new URL(url).pathname })
      expect([url, statusCode]).toEqual([url, 200])
    }
  })

  it('returns as many results as were asked for', async () => {
    expect(await search({ query: 'webhook', limit: 1 })).toHaveLength(1)
    expect(await search({ query: 'webhook', limit: 7 })).toHaveLength(7)
  })

  it('finds questions in full sentences, beginnings of words and misspelled words', async () => {
    const pages = async (query: string) => (await search({ query, limit: 20 })).map(({ title }) => title)
    expect(await pages('whatever would somebody do to publish zebras and a DKIM record')).not.toEqual([])
    expect(await pages('idempot')).toContain('Using the API')
    expect(await pages('idempotencey')).toContain('Using the API')
    expect(await pages('xylophonezebra')).toEqual([])
  })

  it('compares neither one or two letters nor long words with every word of the guide', async () => {
    expect(await search({ query: 'wo' })).toEqual([])
    expect(await search({ query: `deliverability${'q'.repeat(4)}` })).toEqual([])
    expect(await search({ query: 'q'.repeat(200) })).toEqual([])
  })

  it('takes signs as text', async () => {
    for (const query of [
      '(((((',
      '.*+?^${}()|[]\\',

      '__proto__',
      "'; drop table emails; --",
      '*',
    ]) {
      expect((await search({ query })).length).toBeLessThanOrEqual(5)
    }
  })

  it.each([['read'], ['send'], ['full']] as const)('is there for a key with the scope %s', async (scope) => {
    const results = await search({ query: 'webhook' }, await buildKey(test, { scopes: [scope] }))
    expect(results.length).toBeGreaterThan(0)
  })

  it('serves clients of earlier revisions', async () => {
    const client = await connectOld(test)
    const { structuredContent } = await client.callTool({
      name: 'search_docs',
      arguments: { query: 'webhook', limit: 1 },
    })
    expect((structuredContent as { results: Result[] }).results).toEqual(
      await search({ query: 'webhook', limit: 1 }),
    )
  })

  it('says that it only reads, and within what bounds', async () => {
    const { tools } = await (await connect(test)).listTools()
    expect(tools.find(({ name }) => name === 'search_docs')).toMatchObject({
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      inputSchema: {
        required: ['query'],
        additionalProperties: false,
        properties: {
          query: { type: 'string', maxLength: 200 },
          limit: { type: 'integer', minimum: 1, maximum: 20, default: 5 },
        },
      },
      outputSchema: { properties: { results: { type: 'array' } } },
    })
  })

  it.each([
    ['no query', {}, ['query']],
    ['an empty query', { query: ' ' }, ['query']],
    ['a query that is too long', { query: 'q'.repeat(201) }, ['query']],
    ['a query that is no text', { query: { $ne: 1 } }, ['query']],
    ['no results', { query: 'webhook', limit: 0 }, ['limit']],
    ['too many results', { query: 'webhook', limit: 21 }, ['limit']],
    ['half a result', { query: 'webhook', limit: 1.5 }, ['limit']],
    ['several mistakes', { query: '', limit: 'many' }, ['query', 'limit']],
    ['an argument of another tool', { query: 'webhook', q: 'x' }, ['q']],
  ])('refuses %s', async (_what, args, fields) => {
    const { code, errors } = await refusalOf(await connect(test), ['search_docs', args])
    expect([code, errors?.map(({ field }) => field)]).toEqual(['VALIDATION_ERROR', fields])
  })
})
