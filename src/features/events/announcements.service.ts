// Dispatches announcements to their listeners, in equal shares per project. A listener works in the transaction that deletes
// its announcements from the queue: a crash undoes both, so what it writes happens exactly once.
import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction } from '../../platform/db/client.ts'
import type { Trx } from '../../platform/db/client.ts'
import { isDatabaseUnavailable } from '../../platform/db/failures/database-errors.ts'
import type { PreparedTarget } from '../../platform/db/prepared.ts'
import type { Deps } from '../../platform/deps.ts'
import type { ProjectId } from '../../platform/ids.ts'
import { claimAnnouncements, listAnnouncedProjects, postponeAnnouncement } from './announcements.queries.ts'
import type { Announcement, ClaimedAnnouncements } from './announcements.queries.ts'

/** Acts on events. Registered in src/worker.ts; gets only the names that it asked for (setListenedNames). */
export type Listener = {
  name: string
  /** Oldest first. Throwing postpones them. Must not do work outside the database: the transaction is open. */
  handle: (trx: Trx, announcements: Announcement[]) => Promise<void>
}

export type Dispatcher = { stop(): Promise<void> }

// Short enough to be rolled back without harm, large enough to share a commit. Each may stand for a hundred emails.
const BATCH = 100

// The longest that an event waits while little happens; a poll costs one look-up in an empty index.
const POLL_INTERVAL_MS = 250

// A failed event is retried after 1, 2, 4 … seconds, finally once per hour: once the bug is fixed nothing is missing, and
// until then other events are not held up.
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 3_600_000

type DispatchContext = Pick<Deps, 'log' | 'clock'> & { database: PreparedTarget; listener: Listener }

/**
 * Each call dispatches one batch and returns how many announcements it deleted from the queue. Projects have equal shares of
 * a batch, so a backlog of a million holds up others for one batch at most. If more projects are due than a batch has
 * places, the next call continues after the last one.
 */
export function createDispatch(context: DispatchContext): (limit?: number) => Promise<number> {
  const { database, clock, listener } = context
  let last: ProjectId | undefined
  return async (limit = BATCH) => {
    const list = (after: ProjectId | undefined) =>
      listAnnouncedProjects(database, { listener: listener.name, now: clock.now(), after, limit })
    let projectIds = await list(last)
    if (projectIds.length === 0 && last !== undefined) projectIds = await list(undefined)
    last = projectIds.length < limit ? undefined : projectIds.at(-1)
    if (projectIds.length === 0) return 0
    return dispatchBatch(context, { projectIds, limit: Math.ceil(limit / projectIds.length) })
  }
}

/** `limit`: per project. */
type Batch = { projectIds: readonly ProjectId[]; limit: number; onlyId?: number }

async function dispatchBatch(context: DispatchContext, batch: Batch): Promise<number> {
  const failed: ClaimedAnnouncements[] = []
  try {
    return await dispatch(context, { ...batch, claimed: failed })
  } catch (error) {
    // Not the fault of the listener: nothing was claimed, or the connection was lost.
    if (failed.length === 0 || isDatabaseUnavailable(error)) throw error
  }
  const projectIds = [...new Set(failed.map(({ projectId }) => projectId))]
  let dispatched = 0
  if (projectIds.length > 1) {
    // Only the announcements of a project that fails are dispatched one by one.
    for (const projectId of projectIds) {
      dispatched += await dispatchBatch(context, { projectIds: [projectId], limit: batch.limit })
    }
  } else for (const one of failed) dispatched += await dispatchOne(context, one)
  return dispatched
}

type Attempt = Batch & { claimed: ClaimedAnnouncements[] }

async function dispatch(
  { database, clock, listener }: DispatchContext,
  { claimed, ...batch }: Attempt,
): Promise<number> {
  return inTransaction(database.db, async (trx) => {
    const rows = await claimAnnouncements(trx, { ...batch, listener: listener.name, now: clock.now() })
    // Replaced, because a transaction that is retried after a deadlock claims them again.
    claimed.splice(0, claimed.length, ...rows)
    if (rows.length > 0) {
      await listener.handle(
        trx,
        rows.flatMap(({ announcements }) => announcements),
      )
    }
    return rows.length
  })
}

/** Handles one announcement of a failed batch, and postpones it if it fails again. */
async function dispatchOne(context: DispatchContext, only: ClaimedAnnouncements): Promise<number> {
  const { database, clock, log, listener } = context
  const { projectId, id, attempts, announcements } = only
  try {
    return await dispatch(context, { projectIds: [projectId], limit: 1, onlyId: id, claimed: [] })
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    const [{ eventId, name } = {}] = announcements
    log.error(
      { err: error, listener: listener.name, projectId, eventId, name },
      'a listener failed on an event',
    )
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(attempts, 20), LONGEST_PAUSE_MS)
    const runAt = new Date(clock.now().getTime() + pauseMs)
    await postponeAnnouncement(database.db, { projectId, id, runAt })
    return 0
  }
}

/** Runs one loop per listener until it is stopped; running batches are finished. */
export function startDispatcher(
  { database, clock, log }: Pick<Deps, 'database' | 'clock' | 'log'>,
  listeners: readonly Listener[],
): Dispatcher {
  const stopping = new AbortController()
  const loops = listeners.map(async (listener) => {
    const dispatchNext = createDispatch({ database, clock, log, listener })
    while (!stopping.signal.aborted) {
      const dispatched = await dispatchNext().catch((error: unknown) => {
        log.warn({ err: error, listener: listener.name }, 'events cannot be announced now')
        return 0
      })
      if (dispatched === 0) {
        await sleep(POLL_INTERVAL_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    }
  })
  return {
    async stop() {
      stopping.abort()
      await Promise.all(loops)
    },
  }
}
