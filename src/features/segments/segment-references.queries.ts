// What filters ask of segments.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { ProjectId, SegmentId } from '../../platform/ids.ts'
import type { FilterTree } from '../filters/filters.schema.ts'
import type { KnownSegment } from '../filters/index.ts'
import type { SegmentRef } from './segments.queries.ts'

/** A subselect of contact_id: the members of a static segment. */
export const contactsInSegment = ({ projectId, segmentId }: SegmentRef): RawBuilder<unknown> =>
  sql`select m.contact_id from segment_members as m where m.project_id = ${projectId} and m.segment_id = ${segmentId}`

type Asked = { projectId: ProjectId; ids: readonly string[] }

/** Of these ids, those that are segments of the project. */
export async function listKnownSegments(db: Db | Trx, { projectId, ids }: Asked): Promise<KnownSegment[]> {
  const { rows } = await sql<KnownSegment>`
    select id, name, filters from segments where project_id = ${projectId} and id = any(${ids}::uuid[])`.execute(
    db,
  )
  return rows
}

type ReferringRow = { id: SegmentId; name: string; filters: FilterTree; is_tracked: boolean }

/** Those of the project that refer to others. */
export async function listReferring(
  db: Db | Trx,
  { projectId }: { projectId: ProjectId },
): Promise<ReferringRow[]> {
  const { rows } = await sql<ReferringRow>`
    select id, name, filters, is_tracked from segments
    where project_id = ${projectId} and filters is not null and filters::text ~ '"(memberOf|notMemberOf)"'`.execute(
    db,
  )
  return rows
}

/**
 * Until the transaction ends nobody else saves a filter that refers to segments: two of them at the same time could make
 * a circle that neither sees.
 */
export async function lockReferences(trx: Trx, { projectId }: { projectId: ProjectId }): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('lettermill segment references ' || ${projectId}, 0))`.execute(
    trx,
  )
}
