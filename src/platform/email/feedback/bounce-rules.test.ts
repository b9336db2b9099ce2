// Rules that go beyond the words of one system. Half of the table is put aside before they are written.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const RULES = ['permission', 'null-mx', 'program', 'above', 'qmail']

const samples = readFileSync(path.join(import.meta.dirname, 'fixtures/bounce-rules.tsv'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [part, rule, name = ''] = line.split('\t')
    return { part, rule, name }
  })

describe('the samples of the rules', () => {
  it('are split by their names, each rule in two parts', () => {
    for (const { name, part } of samples) {
      const digit = createHash('sha256').update(name).digest('hex').at(-1) ?? ''
      expect([name, part]).toEqual([name, Number.parseInt(digit, 16) % 2 === 0 ? 'dev' : 'held'])
    }
    const parts = new Set(samples.map(({ part, rule }) => `${part} ${rule}`))
    expect(parts).toEqual(new Set(RULES.flatMap((rule) => [`dev ${rule}`, `held ${rule}`])))
  })
})
