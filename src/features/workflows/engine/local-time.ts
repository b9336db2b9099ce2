// Times of day in time zones. When clocks go forward, a skipped time moves by the same amount (02:30 becomes 03:30); when
// they go back, a time that occurs twice means the first.
import { WEEKDAYS } from '../../../platform/time/local-times.schema.ts'
import type { Weekday } from '../../../platform/time/local-times.schema.ts'
import { localTime, zoneOffset } from '../../../platform/time/zone-clock.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

// Zones are checked before; one that this version of the time zone tables does not know counts as UTC.
const localMs = (ms: number, timeZone: string) => localTime(ms, timeZone) ?? ms
const offsetMs = (ms: number, timeZone: string) => zoneOffset(ms, timeZone) ?? 0

/** The instant of a local time. Zones change their offset by less than a day, and not twice within two days. */
function momentOf(wantedLocal: number, timeZone: string): number {
  const before = wantedLocal - offsetMs(wantedLocal - DAY_MS, timeZone)
  const after = wantedLocal - offsetMs(wantedLocal + DAY_MS, timeZone)
  if (before === after) return before
  const fitting = [before, after].filter((ms) => localMs(ms, timeZone) === wantedLocal)
  return fitting.length > 0 ? Math.min(...fitting) : before
}

type TimeOfDay = { until: string; weekdays?: readonly Weekday[] | null | undefined; timeZone: string }

/** The next instant after `now` with this local time, on one of these weekdays. */
export function nextTimeOfDay(now: number, { until, weekdays, timeZone }: TimeOfDay): number {
  const [hours = 0, minutes = 0] = until.split(':').map(Number)
  const today = Math.floor(localMs(now, timeZone) / DAY_MS) * DAY_MS
  // From yesterday, because clocks that go back at midnight repeat it, to a week ahead and one day more.
  for (let days = -1; days <= 8; days += 1) {
    const day = today + days * DAY_MS
    if (weekdays && !weekdays.includes(weekdayOf(day))) continue
    const moment = momentOf(day + (hours * 60 + minutes) * MINUTE_MS, timeZone)
    if (moment > now) return moment
  }
  throw new Error('a week has every weekday')
}

const weekdayOf = (localDay: number): Weekday => WEEKDAYS[(new Date(localDay).getUTCDay() + 6) % 7] ?? 'mon'
