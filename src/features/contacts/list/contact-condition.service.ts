import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ProjectId, SegmentId } from '../../../platform/ids.ts'
import type { Filters } from '../../filters/index.ts'
import type { FilterTree } from '../../filters/filters.schema.ts'
import type { ContactSegments } from '../contact-segments.ts'

type ContactSelection = {
  projectId: ProjectId
  tree: FilterTree | undefined
  segmentId: SegmentId | undefined
  filters: Filters
  segments: ContactSegments
  now: Date
}

/** An SQL condition for contacts that match the filter and are members of the segment; either may be absent. */
export async function contactCondition(
  db: Db | Trx,
  { projectId, tree, segmentId, filters, segments, now }: ContactSelection,
): Promise<RawBuilder<unknown> | undefined> {
  const conditions: RawBuilder<unknown>[] = []
  if (segmentId) {
    conditions.push(await segments.members(db, { projectId, segmentId, now }))
  }
  if (tree) conditions.push(await filters.matching(db, tree, { projectId, now, field: 'filter' }))
  return conditions.length === 0 ? undefined : sql`(${sql.join(conditions, sql` and `)})`
}
