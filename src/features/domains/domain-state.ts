// The state machine of docs/states.md: how a DNS check changes a domain. Pure, so that every path can be tested.

export type DomainStatus = 'PENDING' | 'VERIFIED' | 'FAILED'
export type DomainState = {
  status: DomainStatus
  failures: number
  warnedAt: Date | null
  takenSince: Date | null
  verifiedAt: Date | null
}

/** ok: all required records are right. broken: one of them is missing or wrong. unknown: DNS did not answer. */
export type RecordsVerdict = 'ok' | 'broken' | 'unknown'

// One check may hit a zone that is being edited, two an outage of a DNS hoster. The third means a real fault.
const FAILURES_BEFORE_WARNING = 3

// Covers a long weekend: a record broken on Friday evening is fixed on Monday.
const GRACE_MS = 72 * 3_600_000

export const graceEnd = (warnedAt: Date): Date => new Date(warnedAt.getTime() + GRACE_MS)

type CheckResult = {
  verdict: RecordsVerdict
  /** Another project has the domain verified. */
  isTaken: boolean
  /** Only scheduled checks count: three manual checks in a minute do not prove a lasting fault. */
  isScheduled: boolean
  now: Date
}

export function afterCheck(state: DomainState, check: CheckResult): DomainState {
  switch (check.verdict) {
    case 'unknown':
      return state
    case 'ok':
      return afterPassedCheck(state, check)
    case 'broken':
      return state.status === 'VERIFIED' ? afterFailedCheck(state, check) : { ...state, takenSince: null }
  }
}

/** "verified" and "recovered"; clears the failures of a verified domain. */
function afterPassedCheck(state: DomainState, { isTaken, now }: CheckResult): DomainState {
  if (state.status !== 'VERIFIED' && isTaken) return { ...state, takenSince: state.takenSince ?? now }
  return {
    status: 'VERIFIED',
    failures: 0,
    warnedAt: null,
    takenSince: null,
    verifiedAt: state.status === 'VERIFIED' ? state.verifiedAt : now,
  }
}

/** "warned" after the third failure in a row, "expired" by the first failure after the grace. */
function afterFailedCheck(state: DomainState, { isScheduled, now }: CheckResult): DomainState {
  if (state.warnedAt) {
    return now < graceEnd(state.warnedAt) ? state : { ...state, status: 'FAILED' }
  }
  if (!isScheduled) return state
  const failures = state.failures + 1
  return { ...state, failures, warnedAt: failures < FAILURES_BEFORE_WARNING ? null : now }
}
