// Lookups of segments for filters.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { ProjectId, SegmentId } from '../../platform/ids.ts'
import type { FilterTree } from '../filters/filters.schema.ts'
import type { ReferencedSegment } from '../filters/index.ts'
import type { SegmentRef } from './segments.queries.ts'

/** A subselect of contact_id: the members of a static segment. */
export const contactsInSegment = ({ projectId, segmentId }: SegmentRef): RawBuilder<unknown> =>
  sql`select m.contact_id from segment_members as m where m.project_id = ${projectId} and m.segment_id = ${segmentId}`

/** The segments among these ids. Unknown ids are left out. */
export async function listSegmentsById(
  db: Db | Trx,
  { projectId, ids }: { projectId: ProjectId; ids: readonly string[] },
): Promise<ReferencedSegment[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ReferencedSegment>`
    select id, name, filters from segments
    where project_id = ${projectId} and id = any(${ids}::uuid[])`.execute(db)
  return rows
}

type ReferringRow = { id: SegmentId; name: string; filters: FilterTree; is_tracked: boolean }

export async function listReferringSegments(
  db: Db | Trx,
  { projectId }: { projectId: ProjectId },
): Promise<ReferringRow[]> {
  const { rows } = await sql<ReferringRow>`
    select id, name, filters, is_tracked from segments
    where project_id = ${projectId} and filters is not null
      and filters::text ~ '"(memberOf|notMemberOf)"'`.execute(db)
  return rows
}

/**
 * Lets one transaction at a time save a filter that refers to segments: two concurrent ones could create a circle that neither
 * sees.
 */
export async function lockReferences(trx: Trx, { projectId }: { projectId: ProjectId }): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('lettermill segment references ' || ${projectId}, 0))`.execute(
    trx,
  )
}
