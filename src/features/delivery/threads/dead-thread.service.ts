import { setTimeout as sleep } from 'node:timers/promises'
import { JOB_LIMIT_MS } from '../../../platform/db/failures/statement-limits.ts'
import type { Deps } from '../../../platform/deps.ts'
import { releaseDeadWorker } from '../queue/lease.queries.ts'
import { deleteTroublesOf, releaseDestinations } from '../../transports/index.ts'

// Statements that were running when the thread died have ended by then, so their results count.
export const RELEASE_AFTER_MS = 2_000

/** Releases the emails of a dead thread, so that they need not wait until its leases expire. Never rejects. */
export async function releaseDeadThread(
  { database, log }: Pick<Deps, 'database' | 'log'>,
  { owner, afterMs }: { owner: string; afterMs: number },
): Promise<void> {
  await sleep(afterMs, undefined, { ref: false })
  try {
    await releaseDestinations(database.db, { owner })
    await deleteTroublesOf(database.db, owner)
    // Reads the whole queue: a million emails take one to two seconds on a busy machine, and nothing waits for it.
    // Every claim would have to write an index by owner.
    const count = await releaseDeadWorker(database.within(JOB_LIMIT_MS).db, owner)
    log.warn({ count }, 'emails of a dead sending thread were released; other threads send them')
  } catch (error) {
    log.warn(
      { err: error },
      'emails of a dead sending thread could not be released; they are sent when their leases expire',
    )
  }
}
