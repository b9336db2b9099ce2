import { localTime } from './zone-clock.ts'

const DAY_MS = 86_400_000

const dayOf = (localMs: number): string => new Date(localMs).toISOString().slice(0, 'YYYY-MM-DD'.length)

/** The local time in the zone, as a UTC timestamp; UTC for an unknown zone. */
const localMs = (at: Date, timezone: string): number => localTime(at.getTime(), timezone) ?? at.getTime()

export const utcDay = (at: Date): string => dayOf(at.getTime())

/** The day in the time zone, such as 2026-05-01. */
export const localDay = (at: Date, timezone: string): string => dayOf(localMs(at, timezone))

/** The last days in the time zone, today included, oldest first. */
export function lastDays(count: number, { now, timezone }: { now: Date; timezone: string }): string[] {
  const today = localMs(now, timezone)
  return Array.from({ length: count }, (_, index) => dayOf(today - (count - 1 - index) * DAY_MS))
}

/** The day in the time zone of an hour of UTC, such as 2026-05-01T09. An older count may only have its day, which stays as it is. */
export const localDayOfHour = (hour: string, timezone: string): string =>
  hour.includes('T') ? localDay(new Date(`${hour}:00:00Z`), timezone) : hour
