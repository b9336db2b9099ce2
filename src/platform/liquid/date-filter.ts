// Dates in templates. The library's own filter shifts a date by the machine's zone and reads it back with local getters,
// which is an hour off around every clock change, reads a date without a zone as local time, and creates an Intl formatter
// for every directive. Here everything is English, and UTC unless the template names a zone.
import type { Clock } from '../clock.ts'
import { hasClock, zoneOffset } from '../time/zone-clock.ts'
import { MAX_DATE_FORMAT_LENGTH } from './template-limits.ts'

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')
const DAY_MS = 86_400_000

const DEFAULT_FORMAT = '%A, %B %-e, %Y at %-l:%M %P %z'

/** Arguments of the filter, and the clock for `now`. */
export type DateOptions = { format?: string | undefined; zone?: unknown; clock: Clock }

/** The value as a formatted date, or undefined if it is not a date. */
export function formatDate(value: unknown, { format, zone, clock }: DateOptions): string | undefined {
  const atMs = toTime(value, clock)
  if (atMs === undefined) return undefined
  const pattern = format ?? DEFAULT_FORMAT
  if (pattern.length > MAX_DATE_FORMAT_LENGTH) {
    throw new Error(`a date format has at most ${MAX_DATE_FORMAT_LENGTH} characters`)
  }
  const offsetMs = toOffset(zone, atMs)
  const local = new Date(atMs + offsetMs)
  return write({ local, atMs, offsetMs, zoneName: zoneNameOf(zone, offsetMs) }, pattern)
}

function write(moment: Moment, pattern: string): string {
  return pattern.replace(DIRECTIVE, (written: string, ...[flags = '', width = '', letter = '']: string[]) => {
    const directive = DIRECTIVES[letter]
    return directive ? pad(directive(moment), { flags, width, letter }) : written
  })
}

// The longest usual form, with the name of its zone, has 60.
const MAX_DATE_LENGTH = 100
// Date.parse reads these as UTC or as local time, depending on the form; here they are always UTC.
const WITHOUT_ZONE = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/
const NAMES_A_ZONE = /(?:\b(?:UTC|GMT|UT|[ECMP][SD]T)|\dZ|[+-]\d{2}:?\d{2})\s*(?:\([^)]*\))?$/i

/** Milliseconds since 1970. Numbers and strings of digits are seconds. */
function toTime(value: unknown, clock: Clock): number | undefined {
  if (value === 'now' || value === 'today') return clock.now().getTime()
  if (typeof value === 'number') return inRange(value * 1000)
  if (value instanceof Date) return inRange(value.getTime())
  if (typeof value !== 'string' || value.length > MAX_DATE_LENGTH) return undefined
  const text = value.trim()
  if (text === '') return undefined
  if (/^\d+$/.test(text)) return inRange(Number(text) * 1000)
  if (/^\d{4}-\d{2}-\d{2}$/.test(text) || NAMES_A_ZONE.test(text)) return inRange(Date.parse(text))
  return inRange(Date.parse(WITHOUT_ZONE.test(text) ? `${text.replace(' ', 'T')}Z` : `${text} UTC`))
}

const inRange = (ms: number): number | undefined => (Math.abs(ms) <= 8.64e15 ? ms : undefined)

/** A zone is an IANA name, or minutes west of UTC as in Date.getTimezoneOffset. */
function toOffset(zone: unknown, atMs: number): number {
  if (typeof zone === 'number' && Math.abs(zone) <= 24 * 60) return -Math.trunc(zone) * 60_000
  // The name may come from a contact's data: an unknown one means UTC, so that the email can be sent.
  return (isZoneName(zone) ? zoneOffset(atMs, zone) : undefined) ?? 0
}

// The longest name of the time zone database has 32 characters.
const MOST_ZONE_LENGTH = 50
const isZoneName = (zone: unknown): zone is string =>
  typeof zone === 'string' && zone.length <= MOST_ZONE_LENGTH

function zoneNameOf(zone: unknown, offsetMs: number): string {
  if (isZoneName(zone) && hasClock(zone)) return zone
  return offsetMs === 0 ? 'UTC' : formatOffset(offsetMs, '')
}

function formatOffset(offsetMs: number, separator: string): string {
  const minutes = Math.abs(Math.round(offsetMs / 60_000))
  const two = (number: number) => String(number).padStart(2, '0')
  return `${offsetMs < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${separator}${two(minutes % 60)}`
}

type Moment = { local: Date; atMs: number; offsetMs: number; zoneName: string }
type Directive = (moment: Moment) => string | number

const dayOfYear = ({ local }: Moment): number =>
  Math.floor((local.getTime() - new Date(0).setUTCFullYear(local.getUTCFullYear(), 0, 1)) / DAY_MS) + 1

/** Days before the first `firstDay` of the year are in week 0. */
const weekOfYear = (moment: Moment, firstDay: number): number =>
  Math.floor((dayOfYear(moment) + 6 - ((moment.local.getUTCDay() - firstDay + 7) % 7)) / 7)

const hour12 = ({ local }: Moment): number => local.getUTCHours() % 12 || 12
const isMorning = ({ local }: Moment): boolean => local.getUTCHours() < 12

function ordinal({ local }: Moment): string {
  const day = local.getUTCDate()
  if (day >= 11 && day <= 13) return 'th'
  return ['th', 'st', 'nd', 'rd'][day % 10] ?? 'th'
}

const compound =
  (pattern: string): Directive =>
  (moment) =>
    write(moment, pattern)

const DIRECTIVE = /%([-_0^#:]*)(\d{0,3})(?:[EO])?([a-zA-Z%+])/g

const DIRECTIVES: Record<string, Directive> = {
  a: ({ local }) => DAYS[local.getUTCDay()]?.slice(0, 3) ?? '',
  A: ({ local }) => DAYS[local.getUTCDay()] ?? '',
  b: ({ local }) => MONTHS[local.getUTCMonth()]?.slice(0, 3) ?? '',
  B: ({ local }) => MONTHS[local.getUTCMonth()] ?? '',
  c: compound('%a %b %e %H:%M:%S %Y'),
  C: ({ local }) => Math.floor(local.getUTCFullYear() / 100),
  d: ({ local }) => local.getUTCDate(),
  D: compound('%m/%d/%y'),
  e: ({ local }) => local.getUTCDate(),
  F: compound('%Y-%m-%d'),
  h: ({ local }) => MONTHS[local.getUTCMonth()]?.slice(0, 3) ?? '',
  H: ({ local }) => local.getUTCHours(),
  I: hour12,
  j: dayOfYear,
  k: ({ local }) => local.getUTCHours(),
  l: hour12,
  L: ({ local }) => local.getUTCMilliseconds(),
  m: ({ local }) => local.getUTCMonth() + 1,
  M: ({ local }) => local.getUTCMinutes(),
  n: () => '\n',
  N: ({ local }) => `${String(local.getUTCMilliseconds()).padStart(3, '0')}000000`,
  p: (moment) => (isMorning(moment) ? 'AM' : 'PM'),
  P: (moment) => (isMorning(moment) ? 'am' : 'pm'),
  q: ordinal,
  r: compound('%I:%M:%S %p'),
  R: compound('%H:%M'),
  s: ({ atMs }) => Math.floor(atMs / 1000),
  S: ({ local }) => local.getUTCSeconds(),
  t: () => '\t',
  T: compound('%H:%M:%S'),
  u: ({ local }) => local.getUTCDay() || 7,
  U: (moment) => weekOfYear(moment, 0),
  w: ({ local }) => local.getUTCDay(),
  W: (moment) => weekOfYear(moment, 1),
  x: compound('%m/%d/%Y'),
  X: compound('%H:%M:%S'),
  y: ({ local }) => ((local.getUTCFullYear() % 100) + 100) % 100,
  Y: ({ local }) => local.getUTCFullYear(),
  z: ({ offsetMs }) => formatOffset(offsetMs, ''),
  Z: ({ zoneName }) => zoneName,
  '%': () => '%',
}

const WIDTHS: Record<string, number> = { j: 3, L: 3, Y: 4 }
for (const letter of 'CdeHIklmMSUWy') WIDTHS[letter] = 2
/** Padded with blanks instead of zeros. */
const BLANK_PADDED = 'aAbBceklpP'

function pad(
  value: string | number,
  { flags, width, letter }: { flags: string; width: string; letter: string },
): string {
  const isColon = letter === 'z' && flags.includes(':')
  let text = isColon ? String(value).replace(/(?=\d\d$)/, ':') : String(value)
  if (flags.includes('^')) text = text.toUpperCase()
  else if (flags.includes('#')) text = /[a-z]/.test(text) ? text.toUpperCase() : text.toLowerCase()
  if (letter === 'N') return text.slice(0, Number(width) || 9)
  const length = flags.includes('-') ? 0 : Number(width) || (WIDTHS[letter] ?? 0)
  const isBlank = flags.includes('_') || (BLANK_PADDED.includes(letter) && !flags.includes('0'))
  if (isBlank || !text.startsWith('-')) return text.padStart(length, isBlank ? ' ' : '0')
  return `-${text.slice(1).padStart(length - 1, '0')}`
}
