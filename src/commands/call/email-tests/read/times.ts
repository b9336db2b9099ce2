// Times of a story: `after 2 days`, `within 3 hours`, `at 09:00`, `at 2030-01-15 09:00`. Without an offset they are in UTC.
import { LineMistake } from './line-reader.ts'
import type { LineReader } from './line-reader.ts'

export const MINUTE_MS = 60_000
const DAY_MINUTES = 1_440

const UNITS: Readonly<Record<string, number>> = {
  minute: 1,
  hour: 60,
  day: DAY_MINUTES,
  week: 7 * DAY_MINUTES,
}
const UNIT_NAMES = 'minutes, hours, days or weeks'

// The simulator runs no longer.
const MOST_DAYS = 3_660

/** Both are the same, except for `within`. */
export type Window = { from: number; to: number }

type TimeOptions = { now: number; canBeWithin?: boolean }

/** Without a time it is that of the line above. */
export function readWindow(line: LineReader, { now, canBeWithin = false }: TimeOptions): Window {
  if (line.takes('after')) return moment(now + readDuration(line))
  if (line.takes('at')) return moment(readMoment(line, now))
  if (canBeWithin && line.takes('within')) return { from: now, to: now + readDuration(line) }
  return moment(now)
}

const moment = (at: number): Window => ({ from: at, to: at })

/** `2 days`, or `1 day 12 hours`. */
function readDuration(line: LineReader): number {
  let minutes = 0
  do {
    const amount = line.wholeNumber('a duration, such as 2 days')
    const word = line.peek().toLowerCase()
    const unit = UNITS[word.replace(/s$/, '')]
    if (unit === undefined || !line.takes(word)) {
      throw new LineMistake(`needs ${UNIT_NAMES} after ${amount}, such as ${amount} days`)
    }
    minutes += amount * unit
  } while (/^\d+$/.test(line.peek()))
  if (minutes > MOST_DAYS * DAY_MINUTES) throw new LineMistake('has a time of more than ten years')
  return minutes * MINUTE_MS
}

const CLOCK_TIME = /^([01]\d|2[0-3]):[0-5]\d$/
const DAY = /^\d{4}-\d\d-\d\d$/
const INSTANT = /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?(Z|[+-]\d\d:\d\d)?$/

function readMoment(line: LineReader, now: number): number {
  const word = line.peek()
  if (!CLOCK_TIME.test(word)) {
    const at = readInstant(line)
    if (at >= now) return at
    throw new LineMistake(`is before the line above, which is at ${momentText(now)}`)
  }
  line.takes(word)
  const today = Date.parse(`${new Date(now).toISOString().slice(0, 10)}T${word}Z`)
  return today >= now ? today : today + DAY_MINUTES * MINUTE_MS
}

/** `2030-01-15 09:00`, in UTC, or `2030-01-15T09:00:00+01:00`. */
export function readInstant(line: LineReader): number {
  const day = line.name('a date and a time, such as 2030-01-15 09:00')
  const text = DAY.test(day) ? `${day}T${line.name('a time of day, such as 09:00')}` : day
  const hasOffset = /(?:Z|[+-]\d\d:\d\d)$/.test(text)
  const at = INSTANT.test(text) ? Date.parse(hasOffset ? text : `${text}Z`) : Number.NaN
  if (!Number.isNaN(at)) return at
  throw new LineMistake(
    `has "${text.replace('T', ' ')}" instead of a date and a time, such as 2030-01-15 09:00`,
  )
}

/** `2 days 3 hours`; with `at once` for nothing. */
export function durationText(ms: number): string {
  let minutes = Math.round(ms / MINUTE_MS)
  if (minutes === 0) return 'at once'
  const parts: string[] = []
  for (const [name, size] of [
    ['day', DAY_MINUTES],
    ['hour', 60],
    ['minute', 1],
  ] as const) {
    const count = Math.floor(minutes / size)
    minutes -= count * size
    if (count > 0) parts.push(`${count} ${name}${count === 1 ? '' : 's'}`)
  }
  return parts.join(' ')
}

export const momentText = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ')
