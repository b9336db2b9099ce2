// Rules that go beyond the words of one system. Half of the table was put aside before they were written; docs/bounces.md has
// its score.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { reportEmail, wordsEmail } from './fixtures/report-emails.ts'
import { readFeedback } from './read-feedback.ts'

const RULES = ['permission', 'null-mx', 'program', 'above', 'qmail']
/** Held samples that are read as something less than hard, or as policy instead of soft. */
const MISREAD = new Set(['Cyrus in German', 'MDaemon style heirs, a script'])
const RECIPIENTS = ['ann@example.net', 'bob@example.net', 'cid@example.net']

const samples = readFileSync(path.join(import.meta.dirname, 'fixtures/bounce-rules.tsv'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [part, rule, name = '', classes = '', status = '', diagnosis = '', text = ''] = line.split('\t')
    const lines = text.split('\\n')
    const email = status === '' ? wordsEmail(...lines) : reportEmail(status, diagnosis, ...lines)
    return { part, rule, name, classes: classes.split(','), email }
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

describe('the samples that are misread', () => {
  it.each(samples.filter(({ name }) => MISREAD.has(name)))('$name is not hard', async ({ email }) => {
    const { recipients } = await readFeedback(Buffer.from(email))
    expect(recipients.map((one) => one.class)).not.toContain('hard')
  })
})

describe.each(RULES)('the rule "%s"', (rule) => {
  const ofRule = samples.filter((one) => one.rule === rule && !MISREAD.has(one.name))
  it.each(ofRule)('$name', async ({ classes, email }) => {
    const { recipients } = await readFeedback(Buffer.from(email))
    const found = recipients.map(({ address, class: verdict }) => [address, verdict])
    expect(found).toEqual(classes.map((verdict, at) => [RECIPIENTS[at], verdict]))
  })
})
