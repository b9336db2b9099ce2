// The order of lists of records that have a name: by creation, by name or by the last change, each in both directions. A cursor
// has the value and the id of the last row, so that a page goes on behind it even if that row is renamed or deleted meanwhile.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { ProjectId } from '../ids.ts'
import { sortedColumn } from '../record-key.ts'
import type { NameSort, RecordSort } from '../record-sorts.values.ts'
import { containsText } from './like.ts'

type RecordOrder = { orderBy: RawBuilder<unknown>; isAfter: RawBuilder<boolean> }

/** `table` is the alias of the table. `before`: `recordKey` of the last row of the previous page. */
export function recordOrder(
  table: string,
  { sort, before }: { sort: RecordSort; before: string | undefined },
): RecordOrder {
  const isDescending = sort.startsWith('-')
  const direction = sql.raw(isDescending ? 'desc' : 'asc')
  const beyond = sql.raw(isDescending ? '<' : '>')
  const id = sql.ref(`${table}.id`)
  const keyOf = SORT_KEYS[sortedColumn(sort)]
  // Ids are in the order of creation.
  if (keyOf === undefined) {
    const isAfter = before === undefined ? sql<boolean>`true` : sql<boolean>`${id} ${beyond} ${before}::uuid`
    return { orderBy: sql`${id} ${direction}`, isAfter }
  }
  const key = keyOf(table)
  const orderBy = sql`${key.column} ${direction}, ${id} ${direction}`
  if (before === undefined) return { orderBy, isAfter: sql<boolean>`true` }
  const [value, lastId] = JSON.parse(before) as [string, string]
  return {
    orderBy,
    isAfter: sql<boolean>`(${key.column}, ${id}) ${beyond} (${key.of(value)}, ${lastId}::uuid)`,
  }
}

type SortKey = { column: RawBuilder<unknown>; of: (value: string) => RawBuilder<unknown> }

const SORT_KEYS: Record<string, ((table: string) => SortKey) | undefined> = {
  name: (table) => ({
    column: sql`lower(${sql.ref(`${table}.name`)})`,
    of: (name) => sql`lower(${name}::text)`,
  }),
  // A Date has milliseconds, and the cursor has to name exactly this row.
  updatedAt: (table) => ({
    column: sql`date_trunc('milliseconds', ${sql.ref(`${table}.updated_at`)})`,
    of: (time) => sql`${time}::timestamptz`,
  }),
}

export type RecordFilter = { search?: string | undefined; sort: RecordSort }

export type RecordListOptions = {
  projectId: ProjectId
  filter: RecordFilter
  limit: number
  before: string | undefined
}

/** As `RecordListOptions`, for records whose last change is not stored. */
export type NameListOptions = Omit<RecordListOptions, 'filter'> & {
  filter: { search?: string | undefined; sort: NameSort }
}

export const isSearch = ({ search = '' }: Pick<RecordFilter, 'search'>): boolean => search.trim() !== ''

/** Whether the name of a record contains the searched text. */
export const nameContains = (
  table: string,
  { search = '' }: Pick<RecordFilter, 'search'>,
): RawBuilder<unknown> =>
  isSearch({ search }) ? containsText(sql.ref(`${table}.name`), search.trim()) : sql`true`
