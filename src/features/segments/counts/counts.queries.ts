// Scheduled counts of segments (segment_counts). A row is written after the row of its segment, so that all transactions lock in
// one order.
import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ProjectId, SegmentId } from '../../../platform/ids.ts'
import type { Claim } from '../../../platform/work/due-rows.ts'
import type { SegmentRef } from '../segments.queries.ts'

type DueCounts = { projectId: ProjectId; segmentIds: readonly SegmentId[]; now: Date }

/** Schedules counts for now, and clears earlier problems. */
export async function scheduleCounts(db: Db | Trx, { projectId, segmentIds, now }: DueCounts): Promise<void> {
  await sql`
    insert into segment_counts (project_id, id, due_at)
    select ${projectId}, id, ${now} from unnest(${segmentIds}::uuid[]) as given (id) order by id
    on conflict (project_id, id) do update
      set due_at = excluded.due_at, attempts = 0, problem = null, parked_until = null`.execute(db)
}

const NOT_SCHEDULED = sql`due_at = null, attempts = 0, problem = null, parked_until = null`

/** The segment has been counted, or no longer needs a count. */
export async function clearCount(db: Db | Trx, { projectId, segmentId }: SegmentRef): Promise<void> {
  await sql`
    update segment_counts set ${NOT_SCHEDULED}
    where project_id = ${projectId} and id = ${segmentId}`.execute(db)
}

/** For the worker with this claim; has no effect if the claim was lost. */
export async function finishCount(db: Db | Trx, { projectId, id, fence }: Claim): Promise<void> {
  await sql`
    update segment_counts set ${NOT_SCHEDULED}
    where project_id = ${projectId} and id = ${id} and fence = ${fence}`.execute(db)
}

export async function deleteCount(db: Db | Trx, { projectId, segmentId }: SegmentRef): Promise<void> {
  await sql`delete from segment_counts where project_id = ${projectId} and id = ${segmentId}`.execute(db)
}

/** No attempt is made until then, unless the segment is saved. */
export async function parkCount(
  db: Db | Trx,
  { claim: { projectId, id, fence }, problem, until }: { claim: Claim; problem: string; until: Date },
): Promise<void> {
  await sql`
    update segment_counts set due_at = null, attempts = 0, problem = ${problem}, parked_until = ${until}
    where project_id = ${projectId} and id = ${id} and fence = ${fence}`.execute(db)
}
