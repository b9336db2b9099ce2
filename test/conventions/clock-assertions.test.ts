import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { findClockReads } from './clock-assertions.ts'

const ROOT = path.join(import.meta.dirname, '../..')

describe('a test', () => {
  it.each([
    'const began = performance.now()',
    'const { user } = process.cpuUsage()',
    'const began = process.hrtime.bigint()',
    'const delay = monitorEventLoopDelay()',
    'expect(Date.now() - began).toBeLessThan(500)',
    'const left = deadline - Date.now()',
    'expect(new Date().getTime() - began).toBeLessThan(500)',
    'expect(new Date() - began).toBeLessThan(500)',
  ])('may not measure time: %s', (code) => {
    const found = findClockReads('a.test.ts', `// line 1\n${code}\n`)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch('a.test.ts:2: ')
  })

  it.each([
    'await vi.waitFor(() => expect(calls).toBe(1))',
    'vi.setConfig({ testTimeout: 5_000 })',
    "it('is slow', async () => {}, 60_000)",
    "it('is slow', { timeout: 60_000 }, async () => {})",
    'beforeAll(async () => {}, 60_000)',
  ])('has no time limit of its own: %s', (code) => {
    expect(findClockReads('a.test.ts', `${code}\n`)).toHaveLength(1)
  })

  it.each([
    'const yesterday = new Date(Date.now() - 86_400_000)',
    'const monday = new Date((Date.now() - 3 * DAY_MS) * 1)',
    'const later = new Date(Date.now() + HOUR_MS)',
    'const code = totp(secret, Date.now())',
    '// performance.now() is mentioned here',
  ])('may name a date: %s', (code) => {
    expect(findClockReads('a.test.ts', code)).toEqual([])
  })

  it('does so nowhere in this repository', () => {
    const files = globSync(['{src,test,web/src}/**/*.test.ts', 'test/support/**/*.ts'], { cwd: ROOT }).filter(
      (file) =>
        !file.endsWith('.long.test.ts') &&
        !file.startsWith('test/conventions/fixtures/') &&
        file !== 'test/support/eventually.ts',
    )
    expect(files.length).toBeGreaterThan(400)
    expect(
      files.flatMap((file) => findClockReads(file, readFileSync(path.join(ROOT, file), 'utf8'))),
    ).toEqual([])
  })
})
