// Times of day in time zones. When clocks go forward, a skipped time moves by the same amount (02:30 becomes 03:30); when
// they go back, a time that occurs twice means the first.
import { WEEKDAYS } from '../../../platform/time/local-times.schema.ts'
import type { Weekday } from '../../../platform/time/local-times.schema.ts'
import { localTime, zoneOffset } from '../../../platform/time/zone-clock.ts'
import { dateMs, UNIT_MS } from '../../filters/filter-dates.schema.ts'

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

type DateMove = {
  offset?: { amount: number; unit: keyof typeof UNIT_MS } | null | undefined
  at?: string | null | undefined
  timeZone: string
}

const LENGTH_OF_DAY = '2030-01-31'.length

/**
 * The instant of a date in text, moved by an offset; undefined if it is not a date. Days are moved by the calendar, so that the time of day
 * stays when clocks change. A day without a time begins at midnight of the zone.
 */
export function momentOfDate(text: string, { offset, at, timeZone }: DateMove): number | undefined {
  const ms = dateMs(text)
  if (ms === undefined) return undefined
  const days = offset?.unit === 'days' ? offset.amount : 0
  const moved =
    (text.length === LENGTH_OF_DAY ? momentOf(ms, timeZone) : ms) +
    (offset && offset.unit !== 'days' ? offset.amount * UNIT_MS[offset.unit] : 0)
  if (days === 0 && !at) return moved
  const local = localMs(moved, timeZone) + days * DAY_MS
  return momentOf(at ? startOfDay(local) + minutesOf(at) * MINUTE_MS : local, timeZone)
}

const startOfDay = (local: number): number => Math.floor(local / DAY_MS) * DAY_MS

/** Minutes since midnight. */
export function minutesOf(timeOfDay: string): number {
  const [hours = 0, minutes = 0] = timeOfDay.split(':').map(Number)
  return hours * 60 + minutes
}

type TimeOfDay = { until: string; weekdays?: readonly Weekday[] | null | undefined; timeZone: string }

/** The next instant after `now` with this local time, on one of these weekdays. */
export function nextTimeOfDay(now: number, { until, weekdays, timeZone }: TimeOfDay): number {
  const today = startOfDay(localMs(now, timeZone))
  // From yesterday, because clocks that go back at midnight repeat it, to a week ahead and one day more.
  for (let days = -1; days <= 8; days += 1) {
    const day = today + days * DAY_MS
    if (weekdays && !weekdays.includes(weekdayOf(day))) continue
    const moment = momentOf(day + minutesOf(until) * MINUTE_MS, timeZone)
    if (moment > now) return moment
  }
  throw new Error('a week has every weekday')
}

const weekdayOf = (localDay: number): Weekday => WEEKDAYS[(new Date(localDay).getUTCDay() + 6) % 7] ?? 'mon'
