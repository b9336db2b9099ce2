// When a deferred email is retried, and when it is given up. Pauses grow because a receiver that says "later" seldom
// means at once; they are spread because emails that were deferred together must not come back together.
import { timeOfId } from '../../../platform/ids.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** The pause after the first, second … attempt; from then on the last. RFC 5321 section 4.5.4.1 asks for 30 minutes at
 *  least in general and allows sooner tries at first. */
const PAUSES_MS = [5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 4 * HOUR_MS, 8 * HOUR_MS]

// ±10 %.
const JITTER = 0.1

/** A reset link is worthless after days, but the receiver may be away for a weekend; a newsletter is old news sooner. */
const LIFETIME_MS = { transactional: 5 * DAY_MS, marketing: 2 * DAY_MS }

export type Lane = keyof typeof LIFETIME_MS

export const LANE_NUMBERS: Record<Lane, 0 | 1> = { transactional: 0, marketing: 1 }

export const laneOf = (number: number): Lane =>
  number === LANE_NUMBERS.transactional ? 'transactional' : 'marketing'

/** The pause after the given number of attempts. `chance` is 0 to 1; random except in tests. */
export function retryPauseMs(attempts: number, chance: number): number {
  const pause = PAUSES_MS[Math.min(attempts, PAUSES_MS.length) - 1] ?? PAUSES_MS[0] ?? 0
  return Math.round(pause * (1 - JITTER + 2 * JITTER * chance))
}

/** The end of the retries of an email that was due then. */
export const giveUpAt = (lane: Lane, due: Date): Date => new Date(due.getTime() + LIFETIME_MS[lane])

/** When an email was first due, which is its Date header, however late it is sent. */
export const dueAt = ({ id, scheduled_for: at }: { id: string; scheduled_for: Date | null }): Date =>
  at ?? timeOfId(id)
