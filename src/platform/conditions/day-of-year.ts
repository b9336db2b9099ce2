// Days of the year, in UTC like all dates of filters, written as month * 100 + day. The function day_of_year of migrations/0074
// is the same in SQL.

/** Both ends are included. */
export type DayRange = { low: number; high: number }

const FIRST_DAY = 101
const LAST_DAY = 1231
const END_OF_FEBRUARY = 228
const LEAP_DAY = 229

export const dayOfYear = (at: Date): number => (at.getUTCMonth() + 1) * 100 + at.getUTCDate()

export const isLeapYear = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

/** The days from `first` to `last`, of any year. 29 February counts as 28 February in years that do not have it. */
export function daysBetween({ first, last }: { first: Date; last: Date }): DayRange[] {
  const years = last.getUTCFullYear() - first.getUTCFullYear()
  const end = dayOfYear(last)
  const high = end === END_OF_FEBRUARY && !isLeapYear(last.getUTCFullYear()) ? LEAP_DAY : end
  if (years > 1) return [{ low: FIRST_DAY, high: LAST_DAY }]
  if (years === 0) return [{ low: dayOfYear(first), high }]
  return [
    { low: dayOfYear(first), high: LAST_DAY },
    { low: FIRST_DAY, high },
  ]
}

export const isBetweenDays = (at: Date, days: { first: Date; last: Date }): boolean =>
  daysBetween(days).some(({ low, high }) => dayOfYear(at) >= low && dayOfYear(at) <= high)
