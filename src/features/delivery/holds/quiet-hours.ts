// Quiet hours by the clock on the wall: an instant is quiet if the local time in the zone lies within them. So where
// clocks go back, a repeated quiet hour is quiet twice, and where they go forward a skipped end is the end all the same. Pure.
import { WEEKDAYS } from '../../../platform/time/local-times.schema.ts'
import type { Weekday } from '../../../platform/time/local-times.schema.ts'
import { localTime, zoneOffset } from '../../../platform/time/zone-clock.ts'

export type QuietHours = { from: string; to: string; weekdays: readonly Weekday[] | null }

const SECOND_MS = 1_000
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

// One step per quiet day, and one per change of the clocks: settings leave at least one day of a week.
const MOST_STEPS = 20

// A zone that this version of the time zone tables does not know counts as UTC.
const localMs = (atMs: number, zone: string) => localTime(atMs, zone) ?? atMs
const offsetMs = (atMs: number, zone: string) => zoneOffset(atMs, zone) ?? 0

type Question = { hours: QuietHours; zone: string }

/** When the quiet hours around this instant end; undefined if it is not in quiet hours. To the second. */
export function quietUntil(atMs: number, { hours, zone }: Question): number | undefined {
  let now = Math.floor(atMs / SECOND_MS) * SECOND_MS
  if (!isQuiet(localMs(now, zone), hours)) return undefined
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const local = localMs(now, zone)
    if (!isQuiet(local, hours)) break
    const end = now + (nextOf(hours.to, local) - local)
    now = clockChange(now, end, zone) ?? end
  }
  return now
}

/** `local` is a local time as a UTC timestamp. */
function isQuiet(local: number, { from, to, weekdays }: QuietHours): boolean {
  const day = Math.floor(local / DAY_MS) * DAY_MS
  const time = local - day
  const begins = (localDay: number) => weekdays === null || weekdays.includes(weekdayOf(localDay))
  const [start, end] = [timeOfDay(from), timeOfDay(to)]
  if (start < end) return begins(day) && time >= start && time < end
  return (begins(day) && time >= start) || (begins(day - DAY_MS) && time < end)
}

/** The next local time after `local` with this time of day. */
function nextOf(text: string, local: number): number {
  const today = Math.floor(local / DAY_MS) * DAY_MS + timeOfDay(text)
  return today > local ? today : today + DAY_MS
}

function timeOfDay(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return (hours * 60 + minutes) * MINUTE_MS
}

const weekdayOf = (localDay: number): Weekday => WEEKDAYS[(new Date(localDay).getUTCDay() + 6) % 7] ?? 'mon'

/** The instant in this span, which is at most a day long, at which the clocks of the zone change. */
function clockChange(from: number, to: number, zone: string): number | undefined {
  const before = offsetMs(from, zone)
  if (offsetMs(to, zone) === before) return undefined
  let [last, first] = [from, to]
  while (first - last > SECOND_MS) {
    const middle = last + Math.floor((first - last) / 2 / SECOND_MS) * SECOND_MS
    if (offsetMs(middle, zone) === before) last = middle
    else first = middle
  }
  return first
}
