// When the result of a filter may next change by time alone, for one contact, as an expression over the table contacts. Never later
// than the real change: evaluating again at each of these times misses nothing.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { dateAt } from './data-condition.queries.ts'
import { anniversaryDays } from '../../../platform/conditions/predicate.ts'
import { dayOfYear } from '../../../platform/conditions/day-of-year.ts'
import { durationMs, UNIT_MS } from '../filter-dates.schema.ts'
import type { Duration } from '../filter-dates.schema.ts'
import { parseContactField, parseField } from '../language/filter-fields.schema.ts'
import { isHistoryLeaf } from '../language/filter-history-leaves.schema.ts'
import type { HistoryLeaf } from '../language/filter-history-leaves.schema.ts'
import { isAnniversary, isWindow } from '../language/filter-leaves.schema.ts'
import type { ContactLeaf } from '../language/filter-leaves.schema.ts'
import { isSegmentLeaf, segmentIdOf } from '../language/filter-segment-leaves.schema.ts'
import type { FilterContext, FilterSources, ReferencedSegments } from './filter.queries.ts'
import { isTree } from '../filters.schema.ts'
import type { FilterLeaf, FilterTree } from '../filters.schema.ts'

type Sql = RawBuilder<unknown>
type Context = FilterContext & { sources: FilterSources; segments: ReferencedSegments }

// Some windows include their ends and others do not. A millisecond later, all of them have changed.
const A_MOMENT = sql`interval '1 millisecond'`

/** Null if time alone changes nothing. The tree has passed FilterTree. */
export function nextChange(tree: FilterTree, context: Context): Sql {
  const ends = endsOf(tree, context)
  return ends.length === 0 ? sql`null::timestamptz` : sql`least(${sql.join(ends)}) + ${A_MOMENT}`
}

/** The next end of each window. */
function endsOf(node: FilterTree | FilterLeaf, context: Context): Sql[] {
  if (isTree(node)) return node.conditions.flatMap((inner) => endsOf(inner, context))
  if (isSegmentLeaf(node)) {
    const { filters } = context.segments.get(segmentIdOf(node)) ?? { filters: null }
    return filters ? endsOf(filters, context) : []
  }
  if (isHistoryLeaf(node)) return endsOfHistory(node, context)
  return isWindow(node.operator) ? [endOfWindow(node, { data: sql`contacts.data`, now: context.now })] : []
}

function endOfWindow(leaf: ContactLeaf, { data, now }: { data: Sql; now: Date }): Sql {
  const parsed = parseContactField(leaf.field)
  if (!parsed.ok) throw new Error('a filter was used without being checked')
  const { field } = parsed
  if (field.kind === 'createdAt') return nextEnd(leaf, { at: sql`contacts.created_at`, now })
  if (field.kind === 'pausedUntil') return nextEnd(leaf, { at: sql`contacts.paused_until`, now })
  if (field.kind === 'updatedAt') return nextEnd(leaf, { at: sql`contacts.updated_at`, now })
  if (field.kind !== 'data') return sql`null::timestamptz`
  return nextEnd(leaf, { at: dateAt({ column: data, path: field.path }), now })
}

/** The next time at which a date enters or leaves the window. */
function nextEnd({ operator, value }: ContactLeaf, { at, now }: { at: Sql; now: Date }): Sql {
  if (isAnniversary(operator)) {
    const days = anniversaryDays(operator, { duration: value as Duration, now })
    return nextAnniversary(sql`day_of_year(${at})`, { ...days, now })
  }
  const span = spanOf(value as Duration)
  const ends = {
    within: [at, sql`${at} + ${span}`],
    olderThan: [sql`${at} + ${span}`],
    withinNext: [sql`${at} - ${span}`, at],
  }
  const times = ends[operator as keyof typeof ends]
  return sql`least(${sql.join(times.map((end) => sql`case when ${end} >= ${now}::timestamptz then ${end} end`))})`
}

const DAYS_OF_LEAP_YEAR = 366

// 29 February lies between two days of most years, and a year may begin and end in between.
const DOUBTFUL_DAYS = 2

/**
 * A midnight before the day enters or leaves the days from `first` to `last`, which move by one every midnight. Days are counted as in a
 * leap year, so the last ones before the change are evaluated one by one.
 */
function nextAnniversary(day: Sql, { first, last, now }: { first: Date; last: Date; now: Date }): Sql {
  const daysUntil = (from: Date) =>
    sql`mod(${dayCount(day)} - ${dayCount(sql`${dayOfYear(from)}::integer`)} + ${DAYS_OF_LEAP_YEAR}::integer, ${DAYS_OF_LEAP_YEAR}::integer)`
  const entering = sql`coalesce(nullif(${daysUntil(last)}, 0), ${DAYS_OF_LEAP_YEAR}::integer)`
  const leaving = sql`${daysUntil(first)} + 1`
  const days = sql`greatest(least(${entering}, ${leaving}) - ${DOUBTFUL_DAYS}::integer, 1)`
  const today = new Date(Math.floor(now.getTime() / UNIT_MS.days) * UNIT_MS.days)
  return sql`case when ${day} is not null then ${today}::timestamptz + ${days} * interval '24 hours' end`
}

const dayCount = (day: Sql): Sql => sql`(make_date(2000, ${day} / 100, mod(${day}, 100)) - date '2000-01-01')`

const spanOf = (duration: Duration): Sql => sql`(${durationMs(duration)}::float8 * interval '1 millisecond')`

/** When the first event or email leaves the window. Ignoring conditions on its data can only make this too early. */
function endsOfHistory(leaf: HistoryLeaf, context: Context): Sql[] {
  const { now } = context
  const windows = (leaf.where ?? []).filter(({ operator }) => isWindow(operator))
  if (!leaf.within && windows.length === 0) return []
  const span = leaf.within ? spanOf(leaf.within) : undefined
  const from = leaf.within ? new Date(now.getTime() - durationMs(leaf.within)) : undefined
  const ends = windows.map((inner) => endOfWindow(inner, { data: sql`m.data`, now }))
  if (span) ends.push(sql`case when m.at >= ${now}::timestamptz then m.at else m.at + ${span} end`)
  return [sql`(select min(least(${sql.join(ends)})) from (${momentsOf(leaf, { context, from })}) as m)`]
}

function momentsOf(leaf: HistoryLeaf, { context, from }: { context: Context; from: Date | undefined }): Sql {
  const { projectId, sources } = context
  const parsed = parseField(leaf.field)
  if (!parsed.ok) throw new Error('a filter was used without being checked')
  const query = { projectId, from, contactId: sql`contacts.id` }
  if (parsed.field.kind === 'event') return sources.eventsOfContact({ ...query, name: parsed.field.name })
  if (parsed.field.kind !== 'activity') throw new Error('a filter was used without being checked')
  const { activity } = parsed.field
  return activity === 'sent' || activity === 'delivered'
    ? sources.emailsOfContact(query)
    : sources.eventsOfContact({ ...query, name: `email.${activity}` })
}
