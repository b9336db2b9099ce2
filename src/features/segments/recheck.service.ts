import type { Db, Trx } from '../../platform/db/client.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { recheckSegmentJob } from './segments.jobs.ts'
import type { SegmentRef } from './segments.queries.ts'

/** Evaluates every contact of the project again. At most one job per segment waits in the queue. */
export async function enqueueRecheck(db: Db | Trx, { projectId, segmentId }: SegmentRef): Promise<void> {
  await enqueue(db, recheckSegmentJob, {
    payload: { projectId, segmentId },
    key: `segments.recheck ${projectId} ${segmentId}`,
  })
}
