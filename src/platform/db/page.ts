import { sql } from 'kysely'
import type { SelectQueryBuilder, Simplify } from 'kysely'

export type Page<Row> = { rows: Row[]; hasMore: boolean }

/** Removes the extra row that a list query requests beyond its limit to know whether more follow. */
export function cutPage<Row>(rows: Row[], limit: number): Page<Row> {
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit }
}

/** `before` is the id of the last row of the previous page, from its cursor. */
type PageOptions = { limit: number; before?: string | undefined; id?: string }

/** A page of the query, newest first. */
export async function readPage<DB, Table extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Table, Row>,
  { limit, before, id = 'id' }: PageOptions,
): Promise<Page<Simplify<Row>>> {
  const key = sql.ref(id)
  const older = before === undefined ? query : query.where(sql<boolean>`${key} < ${before}`)
  const rows = await older
    .orderBy(key, 'desc')
    .limit(limit + 1)
    .execute()
  return cutPage(rows, limit)
}
