// Days as texts, such as 2026-05-01, whatever their time zone.
import { MOST_DAYS } from '../schemas/day-range.schema.ts'
import type { DayRangeQuery } from '../schemas/day-range.schema.ts'

const DAY_MS = 86_400_000

export type DayRange = { from: string; to: string }

/** `days` may be negative. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length)

/** Every day of the range. */
export function daysOf({ from, to }: DayRange): string[] {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
  return Array.from({ length: count }, (_, index) => dayAfter(from, index))
}

const DEFAULT_DAYS = 30

/** The last 30 days, up to today, or as many as are in reach of `from`. */
export function dayRangeOf({ from, to }: DayRangeQuery, today: string): DayRange {
  if (from === undefined) {
    const last = to ?? today
    return { from: dayAfter(last, 1 - DEFAULT_DAYS), to: last }
  }
  if (to !== undefined) return { from, to }
  const latest = dayAfter(from, MOST_DAYS - 1)
  return { from, to: from > today ? from : latest < today ? latest : today }
}
