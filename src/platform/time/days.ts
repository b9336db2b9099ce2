// Days as texts, such as 2026-05-01, whatever their time zone.
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
