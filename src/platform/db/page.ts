export type Page<Row> = { rows: Row[]; hasMore: boolean }

/** Cuts the one row off that a list query asks for beyond its limit, to know whether more follow. */
export function cutPage<Row>(rows: Row[], limit: number): Page<Row> {
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit }
}
