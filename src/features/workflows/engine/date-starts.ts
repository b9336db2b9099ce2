// When a date of a contact starts a workflow. Nothing here has side effects.
import { dateMs, UNIT_MS } from '../../filters/filter-dates.schema.ts'
import { isLeapYear } from '../../filters/index.ts'
import type { DateTrigger } from '../definition.schema.ts'
import type { StartEvent } from './execution.ts'
import { minutesOf, momentOfDate } from './local-time.ts'

/** `date`: as the contact has it; of a date that repeats, with the year of this time. */
export type DateStart = { date: string; dueAt: number; years: number }

/** Times after `from` and up to `to`. */
export type Look = { from: number; to: number }

const HOUR_MS = 3_600_000
const LENGTH_OF_YEAR = 4
const FIRST_YEAR = 1000
const LAST_YEAR = 9999

/**
 * The times at which a value in the data of a contact starts the workflow, in their order. `timeZone`: the zone that the trigger means
 * for this contact. A value that is not a date starts nothing.
 */
export function dateStarts(
  trigger: DateTrigger,
  { value, timeZone }: { value: unknown; timeZone: string },
  look: Look,
): DateStart[] {
  if (typeof value !== 'string' || dateMs(value) === undefined) return []
  const { offset, at, repeat } = trigger
  const first = Number(value.slice(0, LENGTH_OF_YEAR))
  const years = repeat === 'yearly' ? yearsOf(look, { trigger, first }) : [first]
  return years.flatMap((year) => {
    const date = inYear(value, year)
    const dueAt = momentOfDate(date, { offset, at, timeZone })
    const isInside = dueAt !== undefined && dueAt > look.from && dueAt <= look.to
    return isInside ? [{ date, dueAt, years: year - first }] : []
  })
}

const YEAR_MS = 366 * UNIT_MS.days

// The last time that a Date can hold.
const END_OF_TIME_MS = 8_640_000_000_000_000

/** The next time after `now`, if there is one. A date that repeats has one within a year. */
export const nextDateStart = (
  trigger: DateTrigger,
  { now, ...given }: { value: unknown; timeZone: string; now: number },
): DateStart | undefined =>
  dateStarts(trigger, given, {
    from: now,
    to: trigger.repeat === 'yearly' ? now + 2 * YEAR_MS : END_OF_TIME_MS,
  })[0]

/** Moves a date to its day in another year; 29 February is 28 February in years that do not have it. */
const inYear = (date: string, year: number): string => {
  const day = date.slice(LENGTH_OF_YEAR)
  return `${year}${isLeapYear(year) ? day : day.replace(/^-02-29/, '-02-28')}`
}

/** The years of dates that may be due in the look, and some that are not. */
function yearsOf(look: Look, { trigger, first }: { trigger: DateTrigger; first: number }): number[] {
  const { first: from, last: to } = possibleDates(trigger, look)
  const low = Math.max(first, from.getUTCFullYear(), FIRST_YEAR)
  const high = Math.min(to.getUTCFullYear(), LAST_YEAR)
  return Array.from({ length: Math.max(0, high - low + 1) }, (_, index) => low + index)
}

// Zones are at most 14 hours ahead of UTC and 12 behind, and clocks change by two at most. `at` replaces a time of day of up to 24
// hours; hours that are added to a day without a time make that 24 hours of a local day.
const EARLIER_MS = 14 * HOUR_MS
const LATER_MS = 26 * HOUR_MS
const LATEST_MS = 40 * HOUR_MS

/** All dates that are due in the look, whatever the time zone of the contact, and some that are not. */
export function possibleDates({ offset, at }: DateTrigger, { from, to }: Look): { first: Date; last: Date } {
  const moved =
    (offset ? offset.amount * UNIT_MS[offset.unit] : 0) + (at ? minutesOf(at) * UNIT_MS.minutes : 0)
  const laterMs = at && offset && offset.unit !== 'days' ? LATEST_MS : LATER_MS
  return { first: new Date(from - moved - EARLIER_MS), last: new Date(to - moved + laterMs) }
}

/** The event of an execution that a date has started. `years` counts from the first date. */
export const dateEvent = ({ field, repeat }: DateTrigger, { date, years }: DateStart): StartEvent => ({
  name: 'workflow.date',
  data: { field, date, ...(repeat === 'yearly' && { years }) },
})
