import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { renderConfigurationDoc } from '../../scripts/write-configuration-doc.ts'
import { renderOpenApi } from '../../scripts/write-openapi.ts'

const read = (file: string) => readFileSync(path.join(import.meta.dirname, '../..', file), 'utf8')

describe('openapi.json', () => {
  it('is what the routes say now (npm run openapi)', async () => {
    expect(await renderOpenApi()).toBe(read('openapi.json'))
  })

  it('does not depend on the environment it is written in', async () => {
    const before = await renderOpenApi()
    vi.stubEnv('PORT', '4000')
    vi.stubEnv('PUBLIC_URL', 'https://elsewhere.example')
    vi.stubEnv('API_RATE_PER_MINUTE', '0')
    vi.stubEnv('TZ', 'Asia/Tokyo')
    expect(await renderOpenApi()).toBe(before)
    vi.unstubAllEnvs()
  })
})

describe('docs/configuration.md', () => {
  it('is what the settings say now (npm run docs:config)', () => {
    expect(renderConfigurationDoc()).toBe(read('docs/configuration.md'))
  })

  it('says of every setting what it is when it is not set', () => {
    const rows = renderConfigurationDoc()
      .split('\n')
      .filter((line) => line.startsWith('| `'))
    expect(rows.length).toBeGreaterThan(20)
    for (const row of rows) expect(row).toMatch(/^\| `[A-Z_]+` \| (–|`[^`]+`) \| .*\w.*\. \|$/)
  })
})
