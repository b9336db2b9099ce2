// Local time in time zones, from the tables of Intl.

// Creating one takes some 50 µs and a few kB. There are about 600 zones, but names come in any letter case, and templates
// and contacts can invent any number.
const MOST_CLOCKS = 1_000
const clocks = new Map<string, Intl.DateTimeFormat | undefined>()

function clockOf(zone: string): Intl.DateTimeFormat | undefined {
  if (clocks.has(zone)) return clocks.get(zone)
  let made: Intl.DateTimeFormat | undefined
  try {
    made = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  } catch {
    // There is no such zone, which is cached too.
  }
  if (clocks.size >= MOST_CLOCKS) clocks.clear()
  clocks.set(zone, made)
  return made
}

/** Whether this is the name of a time zone, such as Europe/Amsterdam. */
export const hasClock = (zone: string): boolean => clockOf(zone) !== undefined

/** The local time in the zone, to the second, as a UTC timestamp. Undefined for an unknown zone. */
export function localTime(atMs: number, zone: string): number | undefined {
  const clock = clockOf(zone)
  if (!clock) return undefined
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
  for (const { type, value } of clock.formatToParts(atMs)) parts[type] = value
  const year = parts.era === 'BC' ? 1 - Number(parts.year) : Number(parts.year)
  // Date.UTC reads years below 100 as those of the last century.
  const local = new Date(0)
  local.setUTCFullYear(year, Number(parts.month) - 1, Number(parts.day))
  return local.setUTCHours(Number(parts.hour), Number(parts.minute), Number(parts.second))
}

/** How far the zone is ahead of UTC at that time. Undefined for an unknown zone. */
export function zoneOffset(atMs: number, zone: string): number | undefined {
  const local = localTime(atMs, zone)
  return local === undefined ? undefined : local - Math.floor(atMs / 1000) * 1000
}
