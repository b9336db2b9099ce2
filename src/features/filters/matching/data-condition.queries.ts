// Predicates on a value inside a JSON column. Keys and values are bound parameters. A CASE checks the type before the value is cast,
// because only CASE guarantees that order: no value can raise an error. The result is true, false or null; filter.queries.ts treats
// null as false. There are no correlated subselects, which would prevent a parallel scan.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { containing, endingWith, startingWith } from '../../../platform/db/like.ts'
import type { Predicate, Range } from '../../../platform/conditions/predicate.ts'
import type { Scalar } from '../language/filter-leaves.schema.ts'
import { daysBetween } from '../../../platform/conditions/day-of-year.ts'
import { caseBlind } from '../../../platform/conditions/letter-case.ts'
import type { CaseBlindText } from '../../../platform/conditions/letter-case.ts'

type Sql = RawBuilder<unknown>
/**
 * `isLiteral`: writes the keys into the statement, for index definitions, which take no parameters.
 * `isIndexed`: there may be an index for ranges of the value.
 */
type Place = { column: Sql; path: readonly string[]; isLiteral?: boolean; isIndexed?: boolean }

export function dataSql(place: Place, predicate: Predicate): Sql {
  const value = valueAt(place)
  switch (predicate.kind) {
    case 'equal':
      return isOneOf(place, predicate.values)
    case 'contains':
      return typeof predicate.value === 'string'
        ? containsText(place, caseBlind(predicate.value))
        : contains(place, `[${JSON.stringify(predicate.value)}]`)
    case 'edge':
      return hasEdge(place, predicate)
    case 'number':
      return place.isIndexed
        ? sql`(${isNumberIn(place, predicate.range)} and ${inRange(numberAt(place), numbers(predicate.range))})`
        : isNumberIn(place, predicate.range)
    case 'date':
      return sql`(${nearDays(place, predicate.range)} ${inRange(dateAt(place), predicate.range)})`
    case 'day':
      return sql`(${nearDaysOfYear(place, predicate)} and ${isAmongDays(dayAt(place), predicate)})`
    case 'present':
      // null counts as missing, like an absent key.
      return sql`jsonb_typeof(${value}) <> 'null'`
  }
}

/** Uses `->` per key, not `#>`, which would treat a number in the path as a position in a list. */
export const valueAt = ({ column, path, isLiteral }: Place): Sql =>
  sql.join([column, ...path.map(isLiteral ? literalKey : boundKey)], sql` -> `)
const boundKey = (key: string) => sql`${key}::text`
const literalKey = (key: string) => sql`${sql.lit(key)}::text`

const textOf = (value: Sql): Sql => sql`((${value}) #>> '{}')`

/** The value as text, with one operation less than textOf: these conditions are evaluated for every contact. */
function textAt({ path, ...place }: Place): Sql {
  const last = path.at(-1)
  if (last === undefined) return textOf(place.column)
  return sql`(${valueAt({ ...place, path: path.slice(0, -1) })} ->> ${boundKey(last)})`
}

/**
 * Uses a form that a GIN index on the column serves. It compares by JSON type, and a list at the place does not match by its
 * elements.
 */
const contains = ({ column, path }: Place, json: string): Sql =>
  sql`${column} @> ${path.reduceRight((inner, key) => `{${JSON.stringify(key)}:${inner}}`, json)}::jsonb`

// PostgreSQL uses a hash table for ten values or more; fewer are better found by the index.
const FEW_VALUES = 9

function isOneOf(place: Place, values: readonly Scalar[]): Sql {
  const json = values.map((value) => JSON.stringify(value))
  if (json.length > FEW_VALUES) return sql`${valueAt(place)} = any(${json}::jsonb[])`
  return anyOf(json.map((value) => contains(place, value)))
}

/** Uses the collation C, because LIKE refuses a collation in which different characters are equal. */
function withoutCapitals(text: Sql, { text: wanted, capitals }: CaseBlindText): Sql {
  if (capitals.size === 0) return sql`${text} collate "C"`
  // In this collation lower() only changes ASCII letters. Changing letters outside of the searched text has no effect.
  if (isAscii(wanted)) return sql`lower(${text} collate "C")`
  const { from, to } = translationOf(capitals)
  return sql`translate(${text}, ${from}, ${to}) collate "C"`
}

const isAscii = (text: string) => /^[\x20-\x7e]*$/.test(text)

const translationOf = (capitals: CaseBlindText['capitals']) => ({
  from: [...capitals.keys()].join(''),
  to: [...capitals.values()].join(''),
})

/** Whether the text has no characters that JSON escapes inside a list. */
const isUnescaped = (text: string) => isAscii(text) && !/["\\]/.test(text)

/** Checks the value as text first, which excludes most texts and lists without parsing them. */
function containsText(place: Place, wanted: CaseBlindText): Sql {
  const value = valueAt(place)
  const { from, to } = translationOf(wanted.capitals)
  const isInText = sql`${withoutCapitals(textAt(place), wanted)} like ${containing(wanted.text)}`
  const isHeld = sql`case jsonb_typeof(${value}) when 'string' then ${isInText}
    when 'array' then filter_list_has(${value}, ${wanted.text}, ${from}, ${to}) end`
  return isUnescaped(wanted.text) ? sql`(${isInText} and ${isHeld})` : isHeld
}

function hasEdge(place: Place, { edge, text }: Predicate & { kind: 'edge' }): Sql {
  const wanted = caseBlind(text)
  const pattern = edge === 'start' ? startingWith(wanted.text) : endingWith(wanted.text)
  return sql`case when jsonb_typeof(${valueAt(place)}) = 'string' then ${withoutCapitals(textAt(place), wanted)} like ${pattern} end`
}

/** The value as a number; null if it is not a number. */
const numberAt = (place: Place): Sql => {
  const value = valueAt(place)
  return sql`(case when jsonb_typeof(${value}) = 'number' then (${value})::numeric end)`
}

/**
 * Takes half the time of a comparison with numberAt, which is only needed for its indexes. Strict, so that a list does not match by
 * its elements; silent, so that a missing value gives null.
 */
function isNumberIn({ column, path }: Place, { low, high }: Range<number>): Sql {
  const at = ['$', ...path.map((key) => JSON.stringify(key))].join('.')
  const ends: string[] = []
  if (low) ends.push(`${at} ${low.isIncluded ? '>=' : '>'} ${low.value}`)
  if (high) ends.push(`${at} ${high.isIncluded ? '<=' : '<'} ${high.value}`)
  return sql`jsonb_path_match(${column}, ${`strict ${ends.join(' && ')}`}::jsonpath, '{}', true)`
}

/** The value as a time; null if it is not a date. The function is in migrations/0029. */
export const dateAt = (place: Place): Sql => sql`filter_date(${valueAt(place)})`

const DAY_MS = 86_400_000

/** The day so many days later as text; undefined if its year does not have four digits. */
function dayOf(at: Date, days: number): string | undefined {
  const text = new Date(at.getTime() + days * DAY_MS).toISOString()
  return /^[1-9]\d{3}-/.test(text) ? text.slice(0, 10) : undefined
}

/**
 * Dates sort like their texts, apart from the offset, which is less than a day. So comparing texts excludes most values, which costs
 * far less than parsing them as dates.
 */
function nearDays(place: Place, { low, high }: Range<Date>): Sql {
  const text = sql`${textAt(place)} collate "C"`
  const first = low && dayOf(low.value, -1)
  const last = high && dayOf(high.value, 2)
  const from = first === undefined ? sql`` : sql`${text} >= ${first} and`
  return last === undefined ? from : sql`${from} ${text} < ${last} and`
}

/** The value as a day of the year; null if it is not a date. The function is in migrations/0074. */
const dayAt = (place: Place): Sql => sql`day_of_year(${dateAt(place)})`

type Days = { first: Date; last: Date }

export const isAmongDays = (day: Sql, days: Days): Sql =>
  anyOf(daysBetween(days).map(({ low, high }) => sql`${day} between ${low} and ${high}`))

const anyOf = (conditions: readonly Sql[]): Sql => sql`(${sql.join(conditions, sql` or `)})`

// An offset moves a date by less than a day, and 29 February lies between two days of the calendar.
const NEAR_MS = 2 * DAY_MS

/** Compares the day as it is written, which excludes most values without parsing them, like nearDays. */
function nearDaysOfYear(place: Place, { first, last }: Days): Sql {
  const near = { first: new Date(first.getTime() - NEAR_MS), last: new Date(last.getTime() + NEAR_MS) }
  const written = sql`substr(${textAt(place)}, 6, 5) collate "C"`
  return anyOf(
    daysBetween(near).map(
      ({ low, high }) => sql`${written} between ${writtenDay(low)} and ${writtenDay(high)}`,
    ),
  )
}

const writtenDay = (day: number): string => {
  const digits = String(day).padStart(4, '0')
  return `${digits.slice(0, 2)}-${digits.slice(2)}`
}

/** The expression that range conditions use, so that an index on it serves them. */
export const orderedValue = ({ kind, path }: OrderedPath): Sql =>
  ORDERED[kind]({ column: sql`data`, path, isLiteral: true })

const ORDERED = { number: numberAt, date: dateAt, day: dayAt }

export type OrderedPath = { kind: keyof typeof ORDERED; path: readonly string[] }

type SqlRange = Range<Sql | Date>

const numbers = ({ low, high }: Range<number>): SqlRange => ({
  ...(low && { low: { ...low, value: sql`${String(low.value)}::numeric` } }),
  ...(high && { high: { ...high, value: sql`${String(high.value)}::numeric` } }),
})

export function inRange(value: Sql, { low, high }: SqlRange): Sql {
  const ends: Sql[] = []
  if (low) ends.push(low.isIncluded ? sql`${value} >= ${low.value}` : sql`${value} > ${low.value}`)
  if (high) ends.push(high.isIncluded ? sql`${value} <= ${high.value}` : sql`${value} < ${high.value}`)
  return sql`(${sql.join(ends, sql` and `)})`
}
