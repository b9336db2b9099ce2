import type { Db, Trx } from '../../platform/db/client.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { recheckSegmentJob } from './segments.jobs.ts'
import type { SegmentRef } from './segments.queries.ts'

/** Every contact is judged anew by this segment. One job per segment, whoever asks for it. */
export async function enqueueRecheck(db: Db | Trx, { projectId, segmentId }: SegmentRef): Promise<void> {
  await enqueue(db, recheckSegmentJob, {
    payload: { projectId, segmentId },
    key: `segments.recheck ${projectId} ${segmentId}`,
  })
}
