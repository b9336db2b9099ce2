import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

type CountRange = { atLeast: number; atMost?: number | undefined }

/** Groups rows by a column and keeps groups of this many; empty where a single row is enough, which needs no grouping. */
export function groupsOf(column: RawBuilder<unknown>, { atLeast, atMost }: CountRange): RawBuilder<unknown> {
  if (atLeast <= 1 && atMost === undefined) return sql``
  const most = atMost === undefined ? sql`` : sql`and count(*) <= ${atMost}`
  return sql`group by ${column} having count(*) >= ${atLeast} ${most}`
}
