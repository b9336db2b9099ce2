// Deletes from the object store what no row points to, and moves into it what could not be written there at once.
import type { Deps } from '../deps.ts'
import { scheduledJob } from '../jobs/define-job.ts'
import { handle } from '../jobs/handler.ts'
import type { BoundHandler } from '../jobs/handler.ts'
import { done, snooze } from '../jobs/outcome.ts'
import { ObjectStoreError } from './object-store-error.ts'
import { moveBytes } from './movable-bytes.ts'
import type { MovableBytes } from './movable-bytes.ts'
import { claimUnusedObjects, forgetUnusedObjects } from './unused-objects.queries.ts'

export const deleteUnusedObjectsJob = scheduledJob('platform.delete-unused-objects', '* * * * *')

export const moveBytesOutJob = scheduledJob('platform.move-bytes-out', '*/10 * * * *')

// Deletions that wait for the store at the same time.
const AT_ONCE = 8

/** `tables`: those of all features. */
export function objectHandlers(deps: Deps, { tables }: { tables: readonly MovableBytes[] }): BoundHandler[] {
  const { objects, database, log } = deps
  return [
    handle(deleteUnusedObjectsJob, async (_payload, { signal }) => {
      while (objects.isSet && !signal.aborted && (await deleteSome(deps)));
      return signal.aborted ? snooze(0) : done
    }),
    handle(moveBytesOutJob, async (_payload, { signal }) => {
      if (!objects.isWritten) return done
      const move = { objects, direction: 'store', isRecentOnly: true, signal } as const
      try {
        for (const table of tables) {
          if (table.isRecent) await moveBytes(database.db, { ...move, table })
        }
      } catch (error) {
        if (!(error instanceof ObjectStoreError)) throw error
        log.warn({ reason: error.reason }, 'bytes stay in PostgreSQL, because the object store does not work')
      }
      return signal.aborted ? snooze(0) : done
    }),
  ]
}

/** One batch of objects that are due. Returns whether there may be more. */
async function deleteSome({ objects, database, log }: Deps): Promise<boolean> {
  const keys = await claimUnusedObjects(database.db, objects)
  const deleted: string[] = []
  let failure: unknown
  for (let at = 0; at < keys.length && failure === undefined; at += AT_ONCE) {
    const some = keys.slice(at, at + AT_ONCE)
    const results = await Promise.allSettled(some.map((key) => objects.delete(key)))
    deleted.push(...some.filter((_, index) => results[index]?.status === 'fulfilled'))
    failure = results.find((result) => result.status === 'rejected')?.reason
  }
  await forgetUnusedObjects(database.db, deleted)
  if (failure === undefined) return keys.length > 0
  if (!(failure instanceof ObjectStoreError)) throw failure
  // The rest is due again in ten minutes.
  log.warn({ reason: failure.reason }, 'unused objects could not be deleted; they will be later')
  return false
}
