import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { ContactId, ProjectId } from '../../platform/ids.ts'
import type { LeafResult } from '../filters/index.ts'
import { isMember } from './segments.queries.ts'
import type { SegmentRef } from './segments.queries.ts'

type LeafColumns = { holds: RawBuilder<unknown>; times: RawBuilder<unknown> }
type LeafResultsQuery = { projectId: ProjectId; contactId: ContactId; columns: readonly LeafColumns[] }

/** Evaluates each condition for one contact; undefined if there is no such contact. */
export async function readLeafResults(
  trx: Trx,
  { projectId, contactId, columns }: LeafResultsQuery,
): Promise<LeafResult[] | undefined> {
  const holds = columns.map((column) => sql`(${column.holds}) is true`)
  const { rows } = await sql<{ holds: boolean[]; times: (number | null)[] }>`
    select json_build_array(${sql.join(holds)}) as holds,
      json_build_array(${sql.join(columns.map(({ times }) => times))}) as times
    from contacts where project_id = ${projectId} and id = ${contactId}`.execute(trx)
  const [row] = rows
  return row && row.holds.map((one, index) => ({ holds: one, times: row.times[index] ?? null }))
}

/** Whether a contact is on the list of a static segment. */
export async function hasMember(
  db: Db | Trx,
  { projectId, segmentId, contactId }: SegmentRef & { contactId: ContactId },
): Promise<boolean> {
  const { rows } = await sql`
    select from contacts where project_id = ${projectId} and id = ${contactId}
      and ${isMember({ projectId, segmentId })}`.execute(db)
  return rows.length > 0
}
