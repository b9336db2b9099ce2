import { hasClock } from './zone-clock.ts'

// The longest name of the time zone database has 32 characters.
const LONGEST_NAME = 64

/** The time zone in a contact's data, or the fallback. */
export function zoneOf(data: unknown, fallback: string): string {
  const zone = (data as { timezone?: unknown } | null)?.timezone
  if (typeof zone !== 'string' || zone.length > LONGEST_NAME) return fallback
  return hasClock(zone) ? zone : fallback
}
