// Times of a clock on a wall somewhere, as instants: what <input type="datetime-local"> says, in a zone that is named.

const MINUTE_MS = 60_000

/** How far the clocks of the zone are ahead of UTC at that moment, in minutes. */
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
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  const wall = Date.parse(`${of('year')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}Z`)
  return Math.round((wall - Math.floor(instant / MINUTE_MS) * MINUTE_MS) / MINUTE_MS)
}

const two = (number: number): string => String(number).padStart(2, '0')

function formatOffset(minutes: number): string {
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

/** "2030-03-20T09:00" in a zone, with its offset: as the API takes it. A time that the change of clocks leaves out is an hour later. */
export function zonedInstant(local: string, zone: string): string | undefined {
  const wall = Date.parse(`${local}Z`)
  if (Number.isNaN(wall)) return undefined
  const guess = wall - offsetAt(wall, zone) * MINUTE_MS
  const instant = wall - offsetAt(guess, zone) * MINUTE_MS
  const offset = offsetAt(instant, zone)
  const there = new Date(instant + offset * MINUTE_MS).toISOString().slice(0, 16)
  return `${there}:00${formatOffset(offset)}`
}

/** What the clock on the wall says then, for the input. */
export const wallTime = (instant: number, zone: string): string =>
  new Date(instant + offsetAt(instant, zone) * MINUTE_MS).toISOString().slice(0, 16)

export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** With the zone in words: "20 Mar 2030, 09:00 CET". */
export const formatInZone = (instant: string, zone = ownZone()): string =>
  new Intl.DateTimeFormat(undefined, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: zone,
    timeZoneName: 'short',
  }).format(new Date(instant))

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })

export const formatClock = (at: string): string => clock.format(new Date(at))
