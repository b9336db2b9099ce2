// The table of tools in docs/mcp.md is what an agent with each scope sees.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { buildKey } from '../support/factories.ts'
import { connectTo } from '../support/feature-steps.ts'
import { useTestApp } from '../support/test-app.ts'

const test = useTestApp()

const ROW = /^\| `(\w+)` \| (.+?) \| (.+) \|$/gm

it('the table of tools has every tool, its scopes and its description', async () => {
  const page = readFileSync(path.join(import.meta.dirname, '../../docs/mcp.md'), 'utf8')
  const documented = [...page.matchAll(ROW)].map(([, name, scopes, text]) => ({ name, scopes, text }))
  const endpoint = new URL('/mcp', await test.app.listen({ port: 0, host: '127.0.0.1' }))
  const tools = new Map<string, { text: string; scopes: string[] }>()
  for (const scope of ['read', 'send', 'full'] as const) {
    const client = await connectTo(endpoint, await buildKey(test, { scopes: [scope] }))
    for (const { name, description = '' } of (await client.listTools()).tools) {
      const tool = tools.get(name) ?? { text: description, scopes: [] }
      tool.scopes.push(`\`${scope}\``)
      tools.set(name, tool)
    }
  }
  const real = [...tools].map(([name, { text, scopes }]) => ({
    name,
    scopes: scopes.length === 3 ? 'any' : scopes.join(', '),
    text,
  }))
  const byName = (a: { name?: string | undefined }, b: { name?: string | undefined }) =>
    (a.name ?? '') < (b.name ?? '') ? -1 : 1
  expect(documented.toSorted(byName)).toEqual(real.toSorted(byName))
})
