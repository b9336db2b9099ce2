// Which hour of the day is the best for a contact. Pure. bestHours of best-hour.queries.ts says the same in SQL; a property
// test compares the two.
import { localTime } from '../../platform/time/zone-clock.ts'

export const HOURS_OF_DAY = 24

// Habits change. Half a year holds 26 weekly newsletters, and events are kept for longer than that by default.
export const BEST_HOUR_DAYS = 180
export const BEST_HOUR_MS = BEST_HOUR_DAYS * 86_400_000

// Two opens at the same hour are often chance, and more would leave out most contacts of a monthly newsletter.
export const LEAST_EVENTS = 3

const HOUR_MS = 3_600_000

type Habit = {
  /** The hour of the day, 0 to 23; null for too few events. */
  hour: number | null
  /** The number of opens and clicks that it rests on. */
  events: number
}

/** The habit of a contact who has opened or clicked at these times, of which those in the days before `now` count. */
export function habitOf(
  opens: readonly number[],
  { now, timeZone }: { now: number; timeZone: string },
): Habit {
  const counts = Array.from({ length: HOURS_OF_DAY }, () => 0)
  const recent = opens.filter((at) => at >= now - BEST_HOUR_MS && at <= now)
  for (const at of recent) {
    const hour = hourAt(at, timeZone)
    counts[hour] = (counts[hour] ?? 0) + 1
  }
  return { hour: recent.length < LEAST_EVENTS ? null : bestHourOf(counts), events: recent.length }
}

/** The hour of the day in the zone; one that this version of the time zone tables does not know counts as UTC. */
export const hourAt = (at: number, timeZone: string): number =>
  Math.floor((localTime(at, timeZone) ?? at) / HOUR_MS) % HOURS_OF_DAY

/**
 * The hour with the highest score, of 24 counts from midnight on. An event counts twice for its own hour and once for those before and
 * after it, around the clock, so that 8:59 and 9:01 support each other. Among equals the earliest hour of the day wins.
 */
function bestHourOf(counts: readonly number[]): number {
  const of = (hour: number) => counts[(hour + HOURS_OF_DAY) % HOURS_OF_DAY] ?? 0
  let best = { hour: 0, score: -1 }
  for (let hour = 0; hour < HOURS_OF_DAY; hour += 1) {
    const score = of(hour - 1) + 2 * of(hour) + of(hour + 1)
    if (score > best.score) best = { hour, score }
  }
  return best.hour
}

/** As a time of day: 18 becomes 18:00. */
export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`
