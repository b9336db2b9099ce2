import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { renderSdkTypes } from '../../scripts/write-sdk-types.ts'

const SDK = path.join(import.meta.dirname, '../../sdk/typescript')
const read = (file: string) => readFileSync(path.join(SDK, file), 'utf8')

describe('the TypeScript SDK', () => {
  it('has the types that openapi.json says now (npm run sdk:types)', async () => {
    expect(await renderSdkTypes()).toBe(read('src/api-types.ts'))
  })

  it('imports nothing that only Node has', () => {
    // The helpers for tests run where Playwright and Vitest do.
    const isHelper = (file: string) => /^src\/(playwright|vitest)\.ts$/.test(file)
    const files = globSync('src/**/*.ts', { cwd: SDK }).filter((file) => !isHelper(file))
    expect(files.length).toBeGreaterThan(30)
    const found = files.filter((file) => /from '(?!\.)|import\('(?!@react-email\/render')/.test(read(file)))
    expect(found).toEqual([])
  })

  it('has no dependencies', () => {
    expect(JSON.parse(read('package.json'))).toMatchObject({ name: '@lettermill/sdk', license: 'MIT' })
    expect(read('package.json')).not.toContain('"dependencies"')
  })
})
