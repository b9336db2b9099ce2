import { describe, expect, it } from 'vitest'
import { failed, good } from './check-finding.ts'
import type { CheckFinding } from './check-finding.ts'
import { mergeResults } from './merge-results.ts'

const FIRST = new Date('2030-01-01T00:00:00Z')
const LATER = new Date('2030-01-01T01:00:00Z')
const GOOD: CheckFinding = { kind: 'dkim', subject: 'lm1', ...good('It is there.') }
const BAD: CheckFinding = { kind: 'dkim', subject: 'lm1', ...failed('It is gone.', null) }
const run = (before: CheckFinding[], after: CheckFinding[]) => {
  const { results } = mergeResults({ before: [], findings: before, now: FIRST })
  return mergeResults({ before: results, findings: after, now: LATER })
}

describe('results of a run', () => {
  it('keep the time of their state while it is the same, whatever the words', () => {
    const { results, changes } = run([GOOD], [{ ...GOOD, found: 'Still there.' }])
    expect(results).toEqual([
      { ...GOOD, found: 'Still there.', since: FIRST.toISOString(), checkedAt: LATER.toISOString() },
    ])
    expect(changes).toEqual([])
  })

  it('are a change in another state, and the first time if they are bad', () => {
    const { results, changes } = run([GOOD], [BAD, { ...GOOD, subject: 'lm2' }, { ...BAD, subject: 'lm3' }])
    expect(results.map(({ since }) => since)).toEqual([1, 2, 3].map(() => LATER.toISOString()))
    expect(changes).toEqual([
      { kind: 'dkim', subject: 'lm1', state: 'failed', found: 'It is gone.' },
      { kind: 'dkim', subject: 'lm3', state: 'failed', found: 'It is gone.' },
    ])
  })

  it('forget what is not checked any more', () => {
    expect(run([GOOD], [])).toEqual({ results: [], changes: [] })
  })
})
