// Questions about a value inside a column of JSON. Keys and values are bound parameters. The type is looked at before the
// value is read as anything, in a CASE, which alone keeps PostgreSQL to that order: no value can raise an error.
// The answer is true, or false or null; filter.queries.ts takes null for false. Nothing in it depends on the row by a subselect,
// which would keep PostgreSQL from sharing the scan among several processes.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { containing, endingWith, startingWith } from '../../../platform/db/like.ts'
import type { Question, Range } from './condition.ts'
import type { Scalar } from '../language/filter-leaves.schema.ts'
import { caseBlind } from './letter-case.ts'
import type { CaseBlindText } from './letter-case.ts'

type Sql = RawBuilder<unknown>
/**
 * `isLiteral`: the keys are written into the statement, for definitions of indexes, which take no parameters.
 * `isIndexed`: there may be an index on the order of the values.
 */
type Place = { column: Sql; path: readonly string[]; isLiteral?: boolean; isIndexed?: boolean }

/** Whether the value at this place of the column is as asked. */
export function answerForData(place: Place, question: Question): Sql {
  const value = valueAt(place)
  switch (question.asks) {
    case 'equal':
      return isOneOf(place, question.values)
    case 'holds':
      return typeof question.value === 'string'
        ? holdsText(place, caseBlind(question.value))
        : contains(place, `[${JSON.stringify(question.value)}]`)
    case 'edge':
      return hasEdge(place, question)
    case 'number':
      return place.isIndexed
        ? sql`(${isNumberIn(place, question.range)} and ${inRange(numberAt(place), numbers(question.range))})`
        : isNumberIn(place, question.range)
    case 'date':
      return sql`(${nearDays(place, question.range)} ${inRange(dateAt(place), question.range)})`
    case 'present':
      // A null says that there is nothing, like a key that is not there.
      return sql`jsonb_typeof(${value}) <> 'null'`
  }
}

/** Step by step, and not by `#>`, which would take a number in the path for a position in a list. */
const valueAt = ({ column, path, isLiteral }: Place): Sql =>
  sql.join([column, ...path.map(isLiteral ? literalKey : boundKey)], sql` -> `)
const boundKey = (key: string) => sql`${key}::text`
const literalKey = (key: string) => sql`${sql.lit(key)}::text`

const textOf = (value: Sql): Sql => sql`((${value}) #>> '{}')`

/** The same for the value at a place, in one step less: these conditions are asked of every contact. */
function textAt({ path, ...place }: Place): Sql {
  const last = path.at(-1)
  if (last === undefined) return textOf(place.column)
  return sql`(${valueAt({ ...place, path: path.slice(0, -1) })} ->> ${boundKey(last)})`
}

/**
 * The form that a GIN index on the column answers. It compares by JSON type, and a list at the place does not count as
 * the values in it.
 */
const contains = ({ column, path }: Place, json: string): Sql =>
  sql`${column} @> ${path.reduceRight((inner, key) => `{${JSON.stringify(key)}:${inner}}`, json)}::jsonb`

// From ten values on PostgreSQL looks them up in a hash table; up to then the index may find each of them.
const FEW_VALUES = 9

function isOneOf(place: Place, values: readonly Scalar[]): Sql {
  const written = values.map((value) => JSON.stringify(value))
  if (written.length > FEW_VALUES) return sql`${valueAt(place)} = any(${written}::jsonb[])`
  return sql`(${sql.join(
    written.map((json) => contains(place, json)),
    sql` or `,
  )})`
}

/** In the collation C, because one in which different characters are equal would refuse LIKE. */
function withoutCapitals(text: Sql, { text: wanted, capitals }: CaseBlindText): Sql {
  if (capitals.size === 0) return sql`${text} collate "C"`
  // In this collation lower() knows of no letters but these. What it does to letters that are not wanted changes nothing.
  if (isAscii(wanted)) return sql`lower(${text} collate "C")`
  const { from, to } = writtenOut(capitals)
  return sql`translate(${text}, ${from}, ${to}) collate "C"`
}

const isAscii = (text: string) => /^[\x20-\x7e]*$/.test(text)

const writtenOut = (capitals: CaseBlindText['capitals']) => ({
  from: [...capitals.keys()].join(''),
  to: [...capitals.values()].join(''),
})

/** Has none of the characters that a text is written differently for when it stands in a list. */
const isWrittenAlike = (text: string) => isAscii(text) && !/["\\]/.test(text)

/** Most values have the text neither in them nor in their list, and one look at them written as text tells so. */
function holdsText(place: Place, wanted: CaseBlindText): Sql {
  const value = valueAt(place)
  const { from, to } = writtenOut(wanted.capitals)
  const isInText = sql`${withoutCapitals(textAt(place), wanted)} like ${containing(wanted.text)}`
  const isHeld = sql`case jsonb_typeof(${value}) when 'string' then ${isInText}
    when 'array' then filter_list_has(${value}, ${wanted.text}, ${from}, ${to}) end`
  return isWrittenAlike(wanted.text) ? sql`(${isInText} and ${isHeld})` : isHeld
}

function hasEdge(place: Place, { edge, text }: Question & { asks: 'edge' }): Sql {
  const wanted = caseBlind(text)
  const pattern = edge === 'start' ? startingWith(wanted.text) : endingWith(wanted.text)
  return sql`case when jsonb_typeof(${valueAt(place)}) = 'string' then ${withoutCapitals(textAt(place), wanted)} like ${pattern} end`
}

/** The value as a number; null if it is none. */
const numberAt = (place: Place): Sql => {
  const value = valueAt(place)
  return sql`(case when jsonb_typeof(${value}) = 'number' then (${value})::numeric end)`
}

/**
 * The same question as the comparison with numberAt, in half the time; that one is there for the indexes on it. Strict, so
 * that a list does not count as the numbers in it; silent, so that a value without such a place has no answer.
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

/** The day so many days later, as dates are written; undefined where years have more or fewer than four digits. */
function dayOf(at: Date, days: number): string | undefined {
  const text = new Date(at.getTime() + days * DAY_MS).toISOString()
  return /^[1-9]\d{3}-/.test(text) ? text.slice(0, 10) : undefined
}

/**
 * Dates are written so that their order is that of texts, but for the offset, which is less than a day. So the text tells
 * of most values that they are out of range, which costs far less than reading them as dates.
 */
function nearDays(place: Place, { low, high }: Range<Date>): Sql {
  const text = sql`${textAt(place)} collate "C"`
  const first = low && dayOf(low.value, -1)
  const last = high && dayOf(high.value, 2)
  const from = first === undefined ? sql`` : sql`${text} >= ${first} and`
  return last === undefined ? from : sql`${from} ${text} < ${last} and`
}

/** What is compared by order at a path: the very expression of the conditions, so that an index on it serves them. */
export const orderedValue = ({ kind, path }: OrderedPath): Sql =>
  (kind === 'number' ? numberAt : dateAt)({ column: sql`data`, path, isLiteral: true })

export type OrderedPath = { kind: 'number' | 'date'; path: readonly string[] }

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
