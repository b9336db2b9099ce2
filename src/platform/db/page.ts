export type Page<Row> = { rows: Row[]; hasMore: boolean }

/** Removes the extra row that a list query requests beyond its limit to know whether more follow. */
export function cutPage<Row>(rows: Row[], limit: number): Page<Row> {
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit }
}

type LimitableQuery<Row> = { limit: (rows: number) => { execute: () => Promise<Row[]> } }

/** The first rows of an ordered query. */
export async function readPage<Row>(query: LimitableQuery<Row>, limit: number): Promise<Page<Row>> {
  return cutPage(await query.limit(limit + 1).execute(), limit)
}
