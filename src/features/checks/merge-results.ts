import type { CheckResult, CheckState, CheckFinding } from './check-finding.ts'

export type CheckChange = {
  kind: string
  subject: string
  state: CheckState
  found: string
}

type MergeInput = { before: readonly CheckResult[]; findings: readonly CheckFinding[]; now: Date }

/**
 * Results keep the time since when they are in their state; another state than before is a change. The first result of a check
 * is one only if it is a problem.
 */
export function mergeResults({ before, findings, now }: MergeInput): {
  results: CheckResult[]
  changes: CheckChange[]
} {
  const known = new Map(before.map((result) => [keyOf(result), result]))
  const checkedAt = now.toISOString()
  const merged = findings.map((finding) => {
    const previous = known.get(keyOf(finding))
    const isSame = previous?.state === finding.state
    const isChange = previous === undefined ? isProblem(finding.state) : !isSame
    return { isChange, result: { ...finding, since: isSame ? previous.since : checkedAt, checkedAt } }
  })
  return {
    results: merged.map(({ result }) => result),
    changes: merged
      .filter(({ isChange }) => isChange)
      .map(({ result: { kind, subject, state, found } }) => ({ kind, subject, state, found })),
  }
}

const isProblem = (state: CheckState) => state === 'failed' || state === 'warning'

const keyOf = ({ kind, subject }: { kind: string; subject: string }) => `${kind} ${subject}`
