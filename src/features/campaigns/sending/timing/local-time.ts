// In a campaign that is sent at times of recipients, the id of each email holds the minute at which it is due, right after the
// timestamp (RFC 9562, section 5.7: the 12 bits of rand_a). So the ledger is in the order of due times, and the feeder stops at the first id whose
// minute has not come.
import { lowestIdOf } from '../../../../platform/ids.ts'
import type { CampaignRow } from '../../campaigns.queries.ts'

const MINUTE_MS = 60_000

/** Whether each recipient has a time of their own. */
export const isTimed = (campaign: Pick<CampaignRow, 'send_at_local_time' | 'best_hour'>): boolean =>
  campaign.send_at_local_time !== null || campaign.best_hour !== null

/** The maximum of 12 bits. The next occurrence of a time of day is at most 25 hours away. */
export const LAST_SLOT = 0xfff

/** The minute that slots are counted from. */
export const slotsFrom = (startedAt: Date): Date =>
  new Date(Math.floor(startedAt.getTime() / MINUTE_MS) * MINUTE_MS)

/** The ids of all recipients who are due are lower than this; null once everybody is due. */
export function dueBound(startedAt: Date, now: Date): string | null {
  const slot = Math.floor((now.getTime() - slotsFrom(startedAt).getTime()) / MINUTE_MS) + 1
  if (slot > LAST_SLOT) return null
  const id = lowestIdOf(startedAt)
  return `${id.slice(0, 15)}${slot.toString(16).padStart(3, '0')}${id.slice(18)}`
}

export const untilNextMinute = (now: Date): number => MINUTE_MS - (now.getTime() % MINUTE_MS)
