import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ContactId, ProjectId } from '../../../platform/ids.ts'
import { matching } from '../record/contacts.queries.ts'
import type { ContactRow, Filter } from '../record/contacts.queries.ts'
import { LARGEST_DATA_BYTES } from '../contacts.schema.ts'

// A statement takes milliseconds however small its answer is, so a page has many rows; but data may have 64 kB each.
export const PAGE_ROWS = 1000
const PAGE_BYTES = 1_000_000

/** `data` is JSON text: parsing it is left to those who can pause in between. */
export type ExportedRow = Pick<ContactRow, 'email' | 'subscribed' | 'before_subscribing'> & {
  id: ContactId
  data: string
}
/** `found`: how many there are among the first `limit`; those that do not fit into the page are not in `rows`. */
type ExportedPage = { rows: ExportedRow[]; found: number }

type After = { projectId: ProjectId; filter: Filter; limit: number; before: string | undefined }

/** The next contacts, newest first. */
export const listExported = (
  db: Db | Trx,
  { projectId, filter, limit, before }: After,
): Promise<ExportedPage> =>
  listSized(db, { where: sql`${matching(projectId, filter)} ${behind(before)}`, limit })

/** Those of the given contacts that still exist, newest first. */
export const listExportedOf = (
  db: Db | Trx,
  { projectId, ids }: { projectId: ProjectId; ids: readonly ContactId[] },
): Promise<ExportedPage> =>
  listSized(db, { where: sql`project_id = ${projectId} and id = any(${ids}::uuid[])`, limit: ids.length })

/** Who matches, newest first. */
export async function listMatchingIds(
  trx: Trx,
  { projectId, filter, limit, before }: After,
): Promise<ContactId[]> {
  const { rows } = await sql<{ id: ContactId }>`
    select id from contacts where ${matching(projectId, filter)} ${behind(before)} order by id desc limit ${limit}`.execute(
    trx,
  )
  return rows.map(({ id }) => id)
}

const behind = (before: string | undefined) => (before === undefined ? sql`` : sql`and id < ${before}::uuid`)

/**
 * As many of the first `limit` as fit into PAGE_BYTES, and at least one. The sizes are
 * those on disk, which stand in the row; only the data of the rows that are returned is read. Compressed data tells its
 * size only when it is unpacked, so it is taken for the largest there can be.
 */
async function listSized(
  db: Db | Trx,
  { where, limit }: { where: RawBuilder<unknown>; limit: number },
): Promise<ExportedPage> {
  const { rows } = await sql<ExportedRow & { found: number }>`
    select id, email, subscribed, before_subscribing, data::text as data, found from (
      select *, sum(size) over (order by id desc) - size as size_before, count(*) over () as found from (
        select id, email, subscribed, before_subscribing, data,
          case when pg_column_compression(data) is null then pg_column_size(data) else ${sql.lit(LARGEST_DATA_BYTES)} end as size
        from contacts where ${where} order by id desc limit ${limit}
      ) as page
    ) as sized where size_before < ${sql.lit(PAGE_BYTES)} order by id desc`.execute(db)
  return { rows, found: rows[0]?.found ?? 0 }
}
