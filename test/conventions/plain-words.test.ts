import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { findOldPhrases } from './plain-words.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const isTest = (file: string) => file.endsWith('.test.ts') || file.includes('/fixtures/')

describe('plain words', () => {
  it.each([
    ['docs/a.md', 'Mails a second a project'],
    ['docs/a.md', 'One row a recipient is written.'],
    ['src/a.ts', '// What is no\n// longer known; what is no address\n'],
    ['src/a.ts', "throw new Error('Mend the request')"],
    ['src/a.ts', 'const text = `how often the mail ${id} was tried`'],
    ['openapi.json', '{"description": "Delivered or rather twice than never"}'],
  ])('%s: %s', (file, text) => {
    expect(findOldPhrases(file, text).length).toBeGreaterThan(0)
  })

  it.each([
    ['docs/a.md', 'There is no contact. It is no longer there. The mail server of the recipient.'],
    ['src/a.ts', 'const mails = mend(road)'],
  ])('allowed in %s: %s', (file, text) => {
    expect(findOldPhrases(file, text)).toEqual([])
  })

  it('are used in the documents, the API description and the code', () => {
    const files = [
      ...globSync('*.md', { cwd: ROOT }),
      ...globSync('docs/**/*.md', { cwd: ROOT }),
      ...globSync('src/**/*.ts', { cwd: ROOT }).filter((file) => !isTest(file)),
      'openapi.json',
    ]
    expect(files.length).toBeGreaterThan(100)
    expect(
      files.flatMap((file) => findOldPhrases(file, readFileSync(path.join(ROOT, file), 'utf8'))),
    ).toEqual([])
  })
})
