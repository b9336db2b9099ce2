import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ContactId, ProjectId } from '../../../platform/ids.ts'
import { matching } from '../record/contacts.queries.ts'
import type { ContactRow, Filter } from '../record/contacts.queries.ts'
import { LARGEST_DATA_BYTES } from '../contacts.schema.ts'

// Even a small statement takes milliseconds, so a page has many rows; but the data of each may have 64 kB.
export const PAGE_ROWS = 1000
const PAGE_BYTES = 1_000_000

/** `data` is JSON text: the caller parses it, with pauses in between. */
export type ExportedRow = Pick<
  ContactRow,
  'email' | 'subscribed' | 'before_subscribing' | 'paused_until' | 'topic_choices'
> & {
  id: ContactId
  data: string
}
/** `found` counts the first `limit` contacts, including those that do not fit into `rows`. */
type ExportedPage = { rows: ExportedRow[]; found: number }

type MatchingQuery = { projectId: ProjectId; filter: Filter; limit: number; before: string | undefined }

export const listExported = (
  db: Db | Trx,
  { projectId, filter, limit, before }: MatchingQuery,
): Promise<ExportedPage> =>
  listPage(db, { where: sql`${matching(projectId, filter)} ${beforeId(before)}`, limit })

export const listExportedOf = (
  db: Db | Trx,
  { projectId, ids }: { projectId: ProjectId; ids: readonly ContactId[] },
): Promise<ExportedPage> =>
  listPage(db, { where: sql`project_id = ${projectId} and id = any(${ids}::uuid[])`, limit: ids.length })

export async function listMatchingIds(
  trx: Trx,
  { projectId, filter, limit, before }: MatchingQuery,
): Promise<ContactId[]> {
  const { rows } = await sql<{ id: ContactId }>`
    select id from contacts where ${matching(projectId, filter)} ${beforeId(before)}
    order by id desc limit ${limit}`.execute(trx)
  return rows.map(({ id }) => id)
}

const beforeId = (before: string | undefined) =>
  before === undefined ? sql`` : sql`and id < ${before}::uuid`

/**
 * As many of the first `limit` contacts as fit into PAGE_BYTES, and at least one. Sizes are those on disk, which are part of
 * the row, so only the data of returned rows is read. The size of compressed data is unknown until it is unpacked, so it
 * counts as the largest possible.
 */
async function listPage(
  db: Db | Trx,
  { where, limit }: { where: RawBuilder<unknown>; limit: number },
): Promise<ExportedPage> {
  const { rows } = await sql<ExportedRow & { found: number }>`
    select id, email, subscribed, before_subscribing, paused_until, topic_choices, data::text as data, found from (
      select *, sum(size) over (order by id desc) - size as size_before, count(*) over () as found from (
        select id, email, subscribed, before_subscribing, paused_until, topic_choices, data,
          case when pg_column_compression(data) is null then pg_column_size(data) else ${sql.lit(LARGEST_DATA_BYTES)} end as size
        from contacts where ${where} order by id desc limit ${limit}
      ) as page
    ) as sized where size_before < ${sql.lit(PAGE_BYTES)} order by id desc`.execute(db)
  return { rows, found: rows[0]?.found ?? 0 }
}
