import { sql } from 'kysely'
import type { RawBuilder, SelectQueryBuilder, Simplify } from 'kysely'
import type { Db } from './client.ts'

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

/** The number of rows. `from`: a table with its condition. */
export async function countRows(db: Db, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${from}`.execute(db)
  return rows[0]?.count ?? 0
}
