// Cron schedules: minute, hour, day of month, month, day of week. Numbers, names of months and days, lists, ranges and
// steps. Extensions of some cron programs (seconds, years, L, W, #, @daily) are refused with a message.
import { textUpTo } from '../schemas/bounded.schema.ts'

type FieldRule = { name: string; low: number; high: number; names?: readonly string[] }

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

const FIELDS: readonly FieldRule[] = [
  { name: 'minute', low: 0, high: 59 },
  { name: 'hour', low: 0, high: 23 },
  { name: 'day of month', low: 1, high: 31 },
  { name: 'month', low: 1, high: 12, names: MONTHS },
  // 7 is Sunday too.
  { name: 'day of week', low: 0, high: 7, names: DAYS },
]

// In a leap year: a schedule for 29 February does fire.
const DAYS_OF_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** As in cron, if both day of month and day of week are restricted, either match is enough. */
export type CronSchedule = {
  minutes: ReadonlySet<number>
  hours: ReadonlySet<number>
  daysOfMonth: ReadonlySet<number>
  months: ReadonlySet<number>
  daysOfWeek: ReadonlySet<number>
  isAnyDayOfMonth: boolean
  isAnyDayOfWeek: boolean
}

type CronResult = { ok: true; schedule: CronSchedule } | { ok: false; message: string }

const invalid = (message: string) => ({ ok: false, message }) as const

export function parseCron(text: string): CronResult {
  const parts = text.trim().split(/\s+/)
  if (parts.length !== FIELDS.length) {
    return invalid(
      'must have five fields: minute, hour, day of month, month and day of week, such as 0 9 * * 1',
    )
  }
  const sets: Set<number>[] = []
  for (const [index, rule] of FIELDS.entries()) {
    const values = parseField(parts[index] ?? '', rule)
    if (!values) {
      return invalid(
        `has no valid ${rule.name}: "${parts[index]}" is not a number from ${rule.low} to ${rule.high}, a list, a range such as 1-5 or a step such as */15`,
      )
    }
    sets.push(values)
  }
  const [minutes, hours, daysOfMonth, months, daysOfWeek] = sets as [
    Set<number>,
    Set<number>,
    Set<number>,
    Set<number>,
    Set<number>,
  ]
  if (daysOfWeek.delete(7)) daysOfWeek.add(0)
  const isAnyDayOfMonth = parts[2]?.startsWith('*') ?? false
  const isAnyDayOfWeek = parts[4]?.startsWith('*') ?? false
  const isPossible =
    !isAnyDayOfWeek ||
    [...months].some((month) => [...daysOfMonth].some((day) => day <= (DAYS_OF_MONTH[month - 1] ?? 0)))
  if (!isPossible) return invalid('names a day that no month has')
  return {
    ok: true,
    schedule: { minutes, hours, daysOfMonth, months, daysOfWeek, isAnyDayOfMonth, isAnyDayOfWeek },
  }
}

function parseField(text: string, rule: FieldRule): Set<number> | undefined {
  const values = new Set<number>()
  for (const item of text.split(',')) {
    const range = parseItem(item, rule)
    if (!range) return undefined
    for (let value = range.from; value <= range.to; value += range.step) values.add(value)
  }
  return values
}

const ITEM = /^(\*|[0-9]{1,2}|[a-z]{3})(?:-([0-9]{1,2}|[a-z]{3}))?(?:\/([0-9]{1,2}))?$/i

function parseItem(item: string, rule: FieldRule): { from: number; to: number; step: number } | undefined {
  const [, first = '', last, stepText] = ITEM.exec(item) ?? []
  const step = stepText === undefined ? 1 : Number(stepText)
  if (first === '' || step < 1) return undefined
  if (first === '*') return last === undefined ? { from: rule.low, to: rule.high, step } : undefined
  const from = valueOf(first, rule)
  // A single number with a step goes on to the end, as in cron.
  const to = last === undefined ? (stepText === undefined ? from : rule.high) : valueOf(last, rule)
  if (from === undefined || to === undefined || from > to) return undefined
  return { from, to, step }
}

function valueOf(text: string, { low, high, names = [] }: FieldRule): number | undefined {
  const named = names.indexOf(text.toLowerCase())
  if (named !== -1) return named + low
  const value = Number(text)
  return /^\d+$/.test(text) && value >= low && value <= high ? value : undefined
}

// Every field may list all of its values.
const LONGEST_CRON = 500

export const Cron = textUpTo(LONGEST_CRON)
  .superRefine((text, context) => {
    const parsed = parseCron(text)
    if (parsed.ok) return
    context.addIssue({ code: 'custom', message: parsed.message, params: { code: 'invalid_string' } })
  })
  .describe('Minute, hour, day of month, month and day of week, as in cron: 0 9 * * mon is Mondays at 09:00.')
