export type Page<Row> = { rows: Row[]; hasMore: boolean }

/** Cuts the one row off that a list query asks for beyond its limit, to know whether more follow. */
export function cutPage<Row>(rows: Row[], limit: number): Page<Row> {
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit }
}

type Listing<Row> = { limit: (rows: number) => { execute: () => Promise<Row[]> } }

/** The first rows of a query, which says in which order. */
export async function readPage<Row>(query: Listing<Row>, limit: number): Promise<Page<Row>> {
  return cutPage(await query.limit(limit + 1).execute(), limit)
}
