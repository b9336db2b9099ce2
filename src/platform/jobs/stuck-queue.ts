// Notices what graphile-worker 0.18 does not recover from when a connection is lost while it looks for a job.
import { on } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { WorkerEvents } from 'graphile-worker'
import type { Db } from '../db/client.ts'

/** A claimed job begins within milliseconds, and its end is recorded as soon. */
const CLAIM_CHECK_MS = 5_000

type WatchedQueue = {
  db: Db
  events: WorkerEvents
  poolId: string
  isRunning: (jobId: string) => boolean
  claimCheckMs?: number | undefined
}

/** Resolves with the reason why the queue has to be restarted. */
export function untilStuck(queue: WatchedQueue): Promise<string> {
  return Promise.race([untilSameErrorTwice(queue.events), untilClaimIsLost(queue)])
}

type FailedLook = [{ error: object }]

const failedLooks = (events: WorkerEvents) => on(events, 'worker:getJob:error') as AsyncIterable<FailedLook>

/** The ids of the tasks are read once and kept, also when that query fails: then every look for a job fails with its error. */
async function untilSameErrorTwice(events: WorkerEvents): Promise<string> {
  const seen = new WeakSet<object>()
  for await (const [{ error }] of failedLooks(events)) {
    if (seen.has(error)) break
    seen.add(error)
  }
  return 'its first query has failed'
}

/** A connection that is lost after the claim was committed leaves a job that is locked and that nobody runs. */
async function untilClaimIsLost({
  db,
  events,
  poolId,
  isRunning,
  claimCheckMs = CLAIM_CHECK_MS,
}: WatchedQueue) {
  for await (const _look of failedLooks(events)) {
    for (;;) {
      await sleep(claimCheckMs, undefined, { ref: false })
      const claimed = await readClaims(db, poolId, claimCheckMs).catch(() => undefined)
      if (claimed?.some((id) => !isRunning(id))) return 'the answer to a claim was lost'
      if (claimed) break
    }
  }
  return ''
}

async function readClaims(db: Db, poolId: string, olderThanMs: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id::text from graphile_worker.jobs
    where locked_by = ${poolId} and locked_at < clock_timestamp() - ${olderThanMs} * interval '1 millisecond'`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
