import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { findUnplainWords } from './plain-words.ts'

const ROOT = path.join(import.meta.dirname, '../..')

/** Released migrations are never edited. */
const FIRST_OPEN_MIGRATION = 57

const isOpen = (migration: string) => Number(path.basename(migration).slice(0, 4)) >= FIRST_OPEN_MIGRATION

function readable(): string[] {
  // Tables are described by a generator, in its own words.
  // Translations are not in English.
  const exclude = [
    '**/node_modules/**',
    '**/fixtures/**',
    'src/platform/db/tables.ts',
    'web/src/languages/*/*/**',
    'web/src/languages/*/README.md',
  ]
  const find = (pattern: string) => globSync(pattern, { cwd: ROOT, exclude })
  return [
    ...find('{src,web,guide,test,bench,proof,scripts,bin}/**/*.{ts,tsx,mjs,cjs}'),
    ...find('*.{ts,mjs,cjs,md}'),
    ...find('.*.cjs'),
    ...find('{docs,web,bench,proof}/**/*.md'),
    ...find('migrations/*.sql').filter(isOpen),
    'openapi.json',
  ]
}

describe('plain words', () => {
  it.each([
    ['docs/a.md', 'Mails a second a project'],
    ['docs/a.md', 'One row a recipient is written.'],
    ['src/a.ts', '// What is no\n// longer known; what is no address\n'],
    ['src/a.ts', "throw new Error('Mend the request')"],
    ['src/a.ts', 'const text = `how often the mail ${id} was tried`'],
    ['openapi.json', '{"description": "Delivered or rather twice than never"}'],
  ])('are not these: %s: %s', (file, text) => {
    expect(findUnplainWords(file, text)).not.toEqual([])
  })

  it.each([
    ['src/a.ts', '// Of the time, one part goes into looks.\n'],
    ['src/a.ts', 'const a = {\n  b: 1,\n  // The queue is scanned. Nobody waits\n  // for it.\n}\n'],
    ['web/a.tsx', 'const a = <p title="//x">{/* What the page shows. */}</p>'],
    ['src/a.ts', '/**\n * Claims a batch.\n *\n * That a batch is empty is fine.\n */\n'],
    ['migrations/0057_a.sql', 'select 1;\n-- Who reads\n-- this table.\n'],
    ['openapi.json', '{"a": [{"summary": "What stands in an email"}]}'],
    ['src/a.ts', 'export type Asked = { id: string }'],
    ['src/a.ts', 'class Waiting {}'],
  ])('begin with the subject, and types are nouns: %s: %s', (file, text) => {
    expect(findUnplainWords(file, text)).toHaveLength(1)
  })

  it.each([
    ['docs/a.md', 'There is no contact. It is no longer there. The mail server of the recipient.'],
    ['src/a.ts', 'const mails = mend(road)'],
    ['src/a.ts', "const url = 'https://What.example' // What now?\n"],
    ['src/a.ts', 'type ClaimedEmail = { id: string }\ntype Setting = string'],
  ])('allow in %s: %s', (file, text) => {
    expect(findUnplainWords(file, text)).toEqual([])
  })

  it('are used in the documents, the API description and the code', () => {
    const files = readable()
    expect(files.length).toBeGreaterThan(1_000)
    expect(
      files.flatMap((file) => findUnplainWords(file, readFileSync(path.join(ROOT, file), 'utf8'))),
    ).toEqual([])
  })
})
