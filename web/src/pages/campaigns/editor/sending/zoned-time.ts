import { locale } from '../../../../i18n/language.ts'

// Converts between instants and wall times, the values of <input type="datetime-local">, in a named zone.

const MINUTE_MS = 60_000

/** The UTC offset of the zone, in minutes. */
function offsetAt(instant: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(instant)
  const get = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  const wall = Date.parse(`${get('year')}-${get('month')}-${get('day')}T${get('hour')}:${get('minute')}Z`)
  return Math.round((wall - Math.floor(instant / MINUTE_MS) * MINUTE_MS) / MINUTE_MS)
}

const pad = (number: number): string => String(number).padStart(2, '0')

function formatOffset(minutes: number): string {
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`
}

/** "2030-03-20T09:00" with the offset of the zone. A time skipped by daylight saving becomes an hour later. */
export function zonedInstant(local: string, zone: string): string | undefined {
  const wall = Date.parse(`${local}Z`)
  if (Number.isNaN(wall)) return undefined
  const guess = wall - offsetAt(wall, zone) * MINUTE_MS
  const instant = wall - offsetAt(guess, zone) * MINUTE_MS
  const offset = offsetAt(instant, zone)
  const there = new Date(instant + offset * MINUTE_MS).toISOString().slice(0, 16)
  return `${there}:00${formatOffset(offset)}`
}

export const wallTime = (instant: number, zone: string): string =>
  new Date(instant + offsetAt(instant, zone) * MINUTE_MS).toISOString().slice(0, 16)

export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** "20 Mar 2030, 09:00 CET" */
export const formatInZone = (instant: string, zone = ownZone()): string =>
  new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: zone,
    timeZoneName: 'short',
  }).format(new Date(instant))

const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' })

export const formatClock = (at: string): string => clock.format(new Date(at))
