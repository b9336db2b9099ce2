// When an event is retried, and when an endpoint is switched off.

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** The pause before each attempt, as Standard Webhooks suggests: most failures are over at once, others in hours. */
const PAUSES_MS = [
  0,
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
] as const

// Spreads the retries of events that failed together.
const JITTER = 0.1

/** An endpoint that has failed for this long is switched off. */
export const GIVE_UP_AFTER_MS = 5 * DAY_MS

type Failure = {
  /** Attempts so far, this one included. */
  step: number
  retryAfterMs: number | undefined
  now: Date
  random?: number
}

/** Returns undefined after the last attempt. */
export function nextAttempt({
  step,
  retryAfterMs = 0,
  now,
  random = Math.random(),
}: Failure): Date | undefined {
  const pauseMs = PAUSES_MS[step]
  if (pauseMs === undefined) return undefined
  const jittered = pauseMs * (1 + JITTER * random)
  return new Date(now.getTime() + Math.max(jittered, retryAfterMs))
}
