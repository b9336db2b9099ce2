// When a source is asked again.
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Figures change once per day, at an hour that nobody announces. */
export const PERIOD_MS = 6 * HOUR_MS

/** A refusal lasts until somebody changes the account, who then waits for the next try. */
const REFUSED_MS = HOUR_MS

const FIRST_PAUSE_MS = 15 * MINUTE_MS

/** The rest of a run that ended before its time. */
const REST_MS = MINUTE_MS

type Failure = { isTemporary: boolean; retryAfterMs: number | undefined; attempts: number }

/** `attempts` counts the runs that failed in a row, this one included. */
export type RunEnd = { kind: 'done' } | { kind: 'rest' } | ({ kind: 'failed' } & Failure)

export const nextRun = (end: RunEnd, now: Date): Date => new Date(now.getTime() + pauseOf(end))

function pauseOf(end: RunEnd): number {
  if (end.kind === 'done') return PERIOD_MS
  if (end.kind === 'rest') return REST_MS
  if (!end.isTemporary) return REFUSED_MS
  const pauseMs = Math.min(PERIOD_MS, FIRST_PAUSE_MS * 2 ** Math.min(end.attempts - 1, 10))
  return Math.max(pauseMs, end.retryAfterMs ?? 0)
}
