import type { CheckResult, CheckState } from '../../api/connections/checks.ts'

export const isProblem = ({ state }: Pick<CheckResult, 'state'>): boolean =>
  state === 'failed' || state === 'warning'

const ORDER: Record<CheckState, number> = { failed: 0, warning: 1, unknown: 2, good: 3, 'not-applicable': 4 }

/** Those that need attention first; the rest in the order of the server. */
export const sortResults = (results: readonly CheckResult[]): CheckResult[] =>
  results.toSorted((a, b) => ORDER[a.state] - ORDER[b.state])
