import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ContactId, ProjectId } from '../../../platform/ids.ts'
import { matching } from '../contacts.queries.ts'
import type { ContactRow, Filter } from '../contacts.queries.ts'
import { LARGEST_DATA_BYTES } from '../contacts.schema.ts'

// A statement takes milliseconds however small its answer is, so a page has many rows; but data may have 64 kB each.
export const PAGE_ROWS = 1000
const PAGE_BYTES = 1_000_000

/** `data` is JSON text: parsing it is left to those who can pause in between. */
export type ExportedRow = Pick<ContactRow, 'email' | 'subscribed' | 'before_subscribing'> & {
  id: ContactId
  data: string
}
type ExportedPage = { rows: ExportedRow[]; hasMore: boolean }

type PageOptions = { projectId: ProjectId; filter: Filter; limit: number; before: string | undefined }

/**
 * The next contacts, newest first: as many of the first `limit` as fit into PAGE_BYTES, and at least one. The sizes are
 * those on disk, which stand in the row; only the data of the rows that are returned is read. Compressed data tells its
 * size only when it is unpacked, so it is taken for the largest there can be.
 */
export async function listExported(
  db: Db | Trx,
  { projectId, filter, limit, before }: PageOptions,
): Promise<ExportedPage> {
  const after = before === undefined ? sql`` : sql`and id < ${before}::uuid`
  const { rows } = await sql<ExportedRow & { found: number }>`
    select id, email, subscribed, before_subscribing, data::text as data, found from (
      select *, sum(size) over (order by id desc) - size as size_before, count(*) over () as found from (
        select id, email, subscribed, before_subscribing, data,
          case when pg_column_compression(data) is null then pg_column_size(data) else ${sql.lit(LARGEST_DATA_BYTES)} end as size
        from contacts where ${matching(projectId, filter)} ${after} order by id desc limit ${limit}
      ) as page
    ) as sized where size_before < ${sql.lit(PAGE_BYTES)} order by id desc`.execute(db)
  const found = rows[0]?.found ?? 0
  return { rows, hasMore: found === limit || rows.length < found }
}
