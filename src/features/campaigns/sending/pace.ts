// How many emails of a campaign with its own rate may be created now. Pure: the caller stores `pacedAt`, the time up to which
// the rate is used up; each email advances it by one step.

const MINUTE_MS = 60_000

// A campaign does not catch up after a pause or an outage by more than this: the feeder runs about once per second.
const CREDIT_MS = 2_000

type PaceState = { ratePerMinute: number; pacedAt: Date | null; now: Date }

export type Allowance = {
  /** Emails that may be created now. */
  count: number
  /** The new `pacedAt` after so many of them have been created. */
  after: (created: number) => Date
  /** Time until the next email, if none may be created now. */
  waitMs: number
}

export function allowanceOf({ ratePerMinute, pacedAt, now }: PaceState): Allowance {
  const stepMs = MINUTE_MS / ratePerMinute
  // Slow campaigns send their first email at once, and never two together.
  const earliest = now.getTime() - Math.max(stepMs, CREDIT_MS)
  const from = pacedAt === null ? now.getTime() - stepMs : Math.max(pacedAt.getTime(), earliest)
  // The addition makes up for rounding: a step is often no whole number of milliseconds.
  const count = Math.max(0, Math.floor((now.getTime() - from) / stepMs + 1e-6))
  return {
    count,
    after: (created) => new Date(Math.round(from + created * stepMs)),
    waitMs: Math.max(0, Math.ceil(from + stepMs - now.getTime())),
  }
}
