import { setTimeout as sleep } from 'node:timers/promises'
import { JOB_LIMIT_MS } from '../../../platform/db/failures/statement-limits.ts'
import type { Deps } from '../../../platform/deps.ts'
import { releaseDeadWorker } from '../queue/lease.queries.ts'
import { deleteTrouble } from '../transports/troubles.queries.ts'

// A statement that was under way when the thread died has ended by then, so its results count.
export const RELEASE_AFTER_MS = 2_000

/** What a thread that died had claimed need not wait for the end of its leases. Never rejects. */
export async function releaseDeadThread(
  { database, log }: Pick<Deps, 'database' | 'log'>,
  { owner, afterMs }: { owner: string; afterMs: number },
): Promise<void> {
  await sleep(afterMs, undefined, { ref: false })
  try {
    // Nobody waits for what kept a dead thread from sending.
    await deleteTrouble(database.db, owner)
    // Reads the whole queue: a million emails take one to two seconds on a busy machine, and nobody waits for it. An index by
    // owner would have to be written by every claim.
    const count = await releaseDeadWorker(database.within(JOB_LIMIT_MS).db, owner)
    log.warn({ count }, 'other threads send the emails of a thread that died')
  } catch (error) {
    log.warn({ err: error }, 'emails of a thread that died are sent when their leases expire')
  }
}
