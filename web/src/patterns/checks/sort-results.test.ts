import { expect, it } from 'vitest'
import type { CheckResult, CheckState } from '../../api/connections/checks.ts'
import { isProblem, sortResults } from './sort-results.ts'

const result = (state: CheckState, subject = ''): CheckResult => ({
  kind: 'dkim',
  subject,
  state,
  found: '',
  remedy: null,
  since: '',
  checkedAt: '',
})

it('shows problems first, and keeps the order of others', () => {
  const results = [
    result('good', 'a'),
    result('not-applicable'),
    result('good', 'b'),
    result('warning'),
    result('unknown'),
    result('failed'),
  ]
  const sorted = sortResults(results)
  expect(sorted.map(({ state, subject }) => `${state}${subject}`)).toEqual([
    'failed',
    'warning',
    'unknown',
    'gooda',
    'goodb',
    'not-applicable',
  ])
  expect(sorted.filter(isProblem).map(({ state }) => state)).toEqual(['failed', 'warning'])
})
