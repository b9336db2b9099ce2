// Times of day in time zones, by the tables that Intl has. Where clocks are put forward, a time that is skipped is taken as
// so much later (02:30 becomes 03:30); where they are put back, a time that comes twice is taken when it comes first.
import { isTimeZone } from '../../../platform/timezone.schema.ts'
import { WEEKDAYS } from '../steps.schema.ts'
import type { Weekday } from '../steps.schema.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

// Making one takes some 50 µs and a few kB. There are about 600 zones, but names come in any case.
const MOST_FORMATS = 1_000
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  if (formats.size >= MOST_FORMATS) formats.clear()
  formats.set(timeZone, made)
  return made
}

/** What clocks in the zone show, as if it were UTC. */
function localMs(ms: number, timeZone: string): number {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
  for (const { type, value } of formatOf(timeZone).formatToParts(ms)) parts[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

const offsetMs = (ms: number, timeZone: string) => localMs(ms, timeZone) - Math.floor(ms / 1000) * 1000

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
  return formats.has(zone) || isTimeZone(zone) ? zone : fallback
}
