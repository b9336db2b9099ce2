import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { NODE_ENVIRONMENT, NODE_FLAGS } from '../../scripts/node-flags.mjs'
import { readMigrations } from '../../src/platform/db/migrate.ts'

const ROOT = path.join(import.meta.dirname, '../..')

describe('migrations', () => {
  it('are numbered from 1 on, each number once', () => {
    const migrations = readMigrations()
    expect(migrations.length).toBeGreaterThan(5)
    expect(migrations.map(({ number }) => number)).toEqual(migrations.map((_, index) => index + 1))
    for (const { name } of migrations) expect(name).toMatch(/^\d{4}_[a-z0-9_]+\.sql$/)
  })
})

describe('decision records', () => {
  it('are numbered from 1 on, each number once', () => {
    const numbers = globSync('docs/adr/*.md', { cwd: ROOT }).map((file) =>
      Number(path.basename(file).slice(0, 4)),
    )
    expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, index) => index + 1))
  })
})

describe('ARCHITECTURE.md', () => {
  it('names every feature that there is', () => {
    const text = readFileSync(path.join(ROOT, 'ARCHITECTURE.md'), 'utf8')
    const features = new Set(
      globSync('src/features/*/*.ts', { cwd: ROOT }).map((file) => file.split('/')[2] ?? ''),
    )
    expect(features).toContain('contacts')
    expect([...features].filter((feature) => !text.includes(`| \`${feature}\` |`))).toEqual([])
  })
})

describe('the commands of package.json that run the program', () => {
  it.each(['start', 'dev'])('%s gives Node the same flags and environment as the launcher does', (name) => {
    const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    const environment = Object.entries(NODE_ENVIRONMENT).map((pair) => pair.join('='))
    const command = [...environment, 'exec', 'node_modules/.bin/node', ...NODE_FLAGS]
    expect(scripts[name]).toContain(` ${command.join(' ')} `)
  })
})

describe('the secrets of compose.yaml', () => {
  it('are in a file that neither an image nor git takes along', () => {
    const linesOf = (file: string) => readFileSync(path.join(ROOT, file), 'utf8').split('\n')
    expect(linesOf('compose.yaml')).toContain('    env_file: .env')
    for (const file of ['.dockerignore', '.gitignore']) expect(linesOf(file)).toContain('.env')
  })
})
