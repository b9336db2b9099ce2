import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ERRORS, FIELD_CODES } from '../../src/platform/errors.ts'
import { STATUS_OF } from '../../src/platform/http/replies/error-reply.ts'

const text = readFileSync(path.join(import.meta.dirname, '../../docs/errors.md'), 'utf8')

/** The rows of the table below a heading, cell by cell. */
function tableBelow(heading: string): string[][] {
  const section = text.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  return section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replace(/^`(\w+)`$/, '$1')),
    )
}

describe('docs/errors.md', () => {
  it('lists every code with its status, and no other', () => {
    const listed = tableBelow('Codes').map(([code, status]) => [code, Number(status)])
    const known = Object.keys(ERRORS).map((code) => [code, STATUS_OF[code as keyof typeof ERRORS]])
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(known))
    expect(listed).toHaveLength(known.length)
  })

  it('says of every code what it means and what to do', () => {
    for (const [, , meaning, advice] of tableBelow('Codes')) {
      expect(meaning).toMatch(/\w.*\.$/)
      expect(advice).toMatch(/\w.*\.$/)
    }
  })

  it('lists every code of a field, and no other', () => {
    const listed = tableBelow('Codes of a field').map(([code = '']) => code)
    expect(listed.toSorted()).toEqual([...FIELD_CODES].toSorted())
  })
})
