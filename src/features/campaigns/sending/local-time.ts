// At which minute a recipient of a campaign with a local time has a turn stands in the id of the email, right behind its time
// (RFC 9562, section 5.7: the 12 bits of rand_a): so the ledger is in the order of turns, and the feeder stops at the first id
// whose minute has not come.
import { lowestIdOf } from '../../../platform/ids.ts'

const MINUTE_MS = 60_000

/** As much as 12 bits hold. The next occurrence of a time of day is at most 25 hours away. */
export const LAST_SLOT = 0xfff

/** Where minutes are counted from. */
export const slotsFrom = (startedAt: Date): Date =>
  new Date(Math.floor(startedAt.getTime() / MINUTE_MS) * MINUTE_MS)

/** No id of a recipient who has a turn by now is as high; null when everybody has. */
export function turnBound(startedAt: Date, now: Date): string | null {
  const slot = Math.floor((now.getTime() - slotsFrom(startedAt).getTime()) / MINUTE_MS) + 1
  if (slot > LAST_SLOT) return null
  const id = lowestIdOf(startedAt)
  return `${id.slice(0, 15)}${slot.toString(16).padStart(3, '0')}${id.slice(18)}`
}

/** How long until the next minute begins. */
export const untilNextMinute = (now: Date): number => MINUTE_MS - (now.getTime() % MINUTE_MS)
