// How many emails of a campaign with a rate of its own may be made now. Pure: the caller keeps `pacedAt`, the time up to which
// emails have been accounted for; each email moves it on by one step.

const MINUTE_MS = 60_000

// What was not sent while nobody looked (a pause, a node that was down) is not made up for. This much is: the feeder looks
// about once per second.
const CREDIT_MS = 2_000

type Paced = { ratePerMinute: number; pacedAt: Date | null; now: Date }

export type Allowance = {
  /** How many may leave now. */
  count: number
  /** What `pacedAt` is once so many of them have been made. */
  after: (made: number) => Date
  /** How long until the next one may leave, if none may now. */
  waitMs: number
}

export function allowanceOf({ ratePerMinute, pacedAt, now }: Paced): Allowance {
  const stepMs = MINUTE_MS / ratePerMinute
  // Slow campaigns send their first email at once, and never two together.
  const earliest = now.getTime() - Math.max(stepMs, CREDIT_MS)
  const from = pacedAt === null ? now.getTime() - stepMs : Math.max(pacedAt.getTime(), earliest)
  // A step need not be a whole number of milliseconds, nor one that a computer can write down exactly.
  const count = Math.max(0, Math.floor((now.getTime() - from) / stepMs + 1e-6))
  return {
    count,
    after: (made) => new Date(Math.round(from + made * stepMs)),
    waitMs: Math.max(0, Math.ceil(from + stepMs - now.getTime())),
  }
}
