// Segments that wait to be counted (segment_counts). Rows of one segment are written after the segment's own row, so that all
// transactions lock them in one order.
import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ProjectId, SegmentId } from '../../../platform/ids.ts'
import type { Claim } from '../../../platform/work/due-rows.ts'
import type { SegmentRef } from '../segments.queries.ts'

type DueCounts = { projectId: ProjectId; segmentIds: readonly SegmentId[]; now: Date }

/** Has them counted now. What kept a segment from being counted before is forgotten. */
export async function scheduleCounts(db: Db | Trx, { projectId, segmentIds, now }: DueCounts): Promise<void> {
  await sql`
    insert into segment_counts (project_id, id, due_at)
    select ${projectId}, id, ${now} from unnest(${segmentIds}::uuid[]) as given (id) order by id
    on conflict (project_id, id) do update
      set due_at = excluded.due_at, attempts = 0, problem = null, parked_until = null`.execute(db)
}

const NOTHING_TO_DO = sql`due_at = null, attempts = 0, problem = null, parked_until = null`

/** The segment has been counted, or needs no count any more. */
export async function clearCount(db: Db | Trx, { projectId, segmentId }: SegmentRef): Promise<void> {
  await sql`
    update segment_counts set ${NOTHING_TO_DO} where project_id = ${projectId} and id = ${segmentId}`.execute(
    db,
  )
}

/** The same for a worker. One that has been overtaken changes nothing. */
export async function finishCount(db: Db | Trx, { projectId, id, fence }: Claim): Promise<void> {
  await sql`
    update segment_counts set ${NOTHING_TO_DO}
    where project_id = ${projectId} and id = ${id} and fence = ${fence}`.execute(db)
}

/** There is no such segment any more. */
export async function deleteCount(db: Db | Trx, { projectId, segmentId }: SegmentRef): Promise<void> {
  await sql`delete from segment_counts where project_id = ${projectId} and id = ${segmentId}`.execute(db)
}

type Parking = { claim: Claim; problem: string; until: Date }

/** Nobody tries again until then, unless the segment is saved. */
export async function parkCount(
  db: Db | Trx,
  { claim: { projectId, id, fence }, problem, until }: Parking,
): Promise<void> {
  await sql`
    update segment_counts set due_at = null, attempts = 0, problem = ${problem}, parked_until = ${until}
    where project_id = ${projectId} and id = ${id} and fence = ${fence}`.execute(db)
}
