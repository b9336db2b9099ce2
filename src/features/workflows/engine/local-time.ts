// Times of day in time zones. Where clocks are put forward, a time that is skipped is taken as so much later (02:30 becomes
// 03:30); where they are put back, a time that comes twice is taken when it comes first.
import { hasClock, localTime, zoneOffset } from '../../../platform/time/zone-clock.ts'
import { WEEKDAYS } from '../steps.schema.ts'
import type { Weekday } from '../steps.schema.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

// Zones are checked before they come here; one that this version of the tables does not know is taken for UTC.
const localMs = (ms: number, timeZone: string) => localTime(ms, timeZone) ?? ms
const offsetMs = (ms: number, timeZone: string) => zoneOffset(ms, timeZone) ?? 0

/** The moment at which clocks in the zone show this. Zones change their offset by less than a day, and not twice in two. */
function momentOf(wantedLocal: number, timeZone: string): number {
  const before = wantedLocal - offsetMs(wantedLocal - DAY_MS, timeZone)
  const after = wantedLocal - offsetMs(wantedLocal + DAY_MS, timeZone)
  if (before === after) return before
  const fitting = [before, after].filter((ms) => localMs(ms, timeZone) === wantedLocal)
  return fitting.length > 0 ? Math.min(...fitting) : before
}

type TimeOfDay = { until: string; weekdays?: readonly Weekday[] | null | undefined; timeZone: string }

/** The next moment after `now` at which the clocks of the zone show this time, on one of these days. */
export function nextTimeOfDay(now: number, { until, weekdays, timeZone }: TimeOfDay): number {
  const [hours = 0, minutes = 0] = until.split(':').map(Number)
  const today = Math.floor(localMs(now, timeZone) / DAY_MS) * DAY_MS
  // Yesterday: clocks that are put back at midnight show it twice. A week ahead, and a day for the one that has passed.
  for (let days = -1; days <= 8; days += 1) {
    const day = today + days * DAY_MS
    if (weekdays && !weekdays.includes(weekdayOf(day))) continue
    const moment = momentOf(day + (hours * 60 + minutes) * MINUTE_MS, timeZone)
    if (moment > now) return moment
  }
  throw new Error('a week has every weekday')
}

const weekdayOf = (localDay: number): Weekday => WEEKDAYS[(new Date(localDay).getUTCDay() + 6) % 7] ?? 'mon'

/** The zone of a contact, if its data names one. */
export function zoneOf(data: unknown, fallback: string): string {
  const zone = (data as { timezone?: unknown } | null)?.timezone
  if (typeof zone !== 'string' || zone.length > 64) return fallback
  return hasClock(zone) ? zone : fallback
}
