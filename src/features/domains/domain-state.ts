// The state machine of docs/states.md: how a DNS check changes a domain. Pure, so that every path can be tested.

export type DomainStatus = 'PENDING' | 'VERIFIED' | 'FAILED'
export type DomainState = {
  status: DomainStatus
  failures: number
  warnedAt: Date | null
  takenSince: Date | null
  verifiedAt: Date | null
}

/** ok: all required records are right. broken: one of them is missing or wrong. unknown: DNS did not say. */
export type RecordsVerdict = 'ok' | 'broken' | 'unknown'

// One look may hit a zone that is being edited, two a bad hour of a DNS hoster. A third is a fault worth a warning.
const FAILURES_BEFORE_WARNING = 3

// A long weekend: whoever broke the record on Friday evening reads the warning on Monday.
const GRACE_MS = 72 * 3_600_000

/** When a warned domain stops being a sender. */
export const graceEnd = (warnedAt: Date): Date => new Date(warnedAt.getTime() + GRACE_MS)

type Look = {
  verdict: RecordsVerdict
  /** Another project has the domain verified. */
  isTaken: boolean
  /** Only scheduled looks are counted: pressing a button three times does not prove three bad hours. */
  isScheduled: boolean
  now: Date
}

export function afterLook(state: DomainState, look: Look): DomainState {
  switch (look.verdict) {
    case 'unknown':
      return state
    case 'ok':
      return afterGoodLook(state, look)
    case 'broken':
      return state.status === 'VERIFIED' ? afterBadLook(state, look) : { ...state, takenSince: null }
  }
}

/** "verified" and "recovered"; a verified one forgets its failures. */
function afterGoodLook(state: DomainState, { isTaken, now }: Look): DomainState {
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
function afterBadLook(state: DomainState, { isScheduled, now }: Look): DomainState {
  if (state.warnedAt) {
    return now < graceEnd(state.warnedAt) ? state : { ...state, status: 'FAILED' }
  }
  if (!isScheduled) return state
  const failures = state.failures + 1
  return { ...state, failures, warnedAt: failures < FAILURES_BEFORE_WARNING ? null : now }
}
