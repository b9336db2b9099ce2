import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ContactId, ProjectId, SegmentId } from '../../../platform/ids.ts'
import type { FilterTree } from '../../filters/filters.schema.ts'

type OfContact = { projectId: ProjectId; contactId: ContactId }

export type StoredMembership = {
  id: SegmentId
  name: string
  type: 'DYNAMIC' | 'STATIC'
  is_tracked: boolean
  created_at: Date
}

/** The static and tracked segments that a contact is in, by segment_members_by_contact. */
export async function listStoredMemberships(
  db: Db | Trx,
  { projectId, contactId }: OfContact,
): Promise<StoredMembership[]> {
  const { rows } = await sql<StoredMembership>`
    select s.id, s.name, s.type, s.is_tracked, m.created_at from segment_members as m
    join segments as s on s.project_id = m.project_id and s.id = m.segment_id
    where m.project_id = ${projectId} and m.contact_id = ${contactId}
      and (s.type = 'STATIC' or s.is_tracked)`.execute(db)
  return rows
}

export type FilteredSegment = { id: SegmentId; name: string; filters: FilterTree }

/** The segments whose members are not stored, so that only their filter can tell. A project has at most a thousand. */
export async function listFilteredSegments(
  db: Db | Trx,
  { projectId }: { projectId: ProjectId },
): Promise<FilteredSegment[]> {
  const { rows } = await sql<FilteredSegment>`
    select id, name, filters from segments
    where project_id = ${projectId} and type = 'DYNAMIC' and not is_tracked order by id desc`.execute(db)
  return rows
}

/** Whether each condition holds for one contact; undefined if there is no such contact. */
export async function readMatches(
  trx: Trx,
  { projectId, contactId, conditions }: OfContact & { conditions: readonly RawBuilder<unknown>[] },
): Promise<boolean[] | undefined> {
  const holds = conditions.map((condition) => sql`(${condition}) is true`)
  const { rows } = await sql<{ holds: boolean[] }>`
    select json_build_array(${sql.join(holds)}) as holds
    from contacts where project_id = ${projectId} and id = ${contactId}`.execute(trx)
  return rows[0]?.holds
}
