// Hands announcements to their listeners, fairly among projects: each that has something due gets its share of a batch. A listener works in the transaction that takes its announcements out of the
// queue: whatever dies on the way, both are undone and it is told again, so what it writes happens exactly once.
import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction } from '../../platform/db/client.ts'
import type { Trx } from '../../platform/db/client.ts'
import { isDatabaseAway } from '../../platform/db/failures/database-errors.ts'
import type { PreparedTarget } from '../../platform/db/prepared.ts'
import type { Deps } from '../../platform/deps.ts'
import type { ProjectId } from '../../platform/ids.ts'
import { claimAnnouncements, listAnnouncedProjects, postponeAnnouncement } from './announcements.queries.ts'
import type { Announcement, ClaimedAnnouncements } from './announcements.queries.ts'

/** Whoever acts on events: registered in src/worker.ts, told only of the names that it asked for (setListenedNames). */
export type Listener = {
  name: string
  /** Several at once, oldest first. Throwing puts them off. No work outside the database: the transaction is open. */
  hear: (trx: Trx, announcements: Announcement[]) => Promise<void>
}

export type Dispatcher = { stop(): Promise<void> }

// A transaction of a hundred is short enough to be undone without harm, and shares its commit among enough. Each may be
// of a hundred emails.
const BATCH = 100

// How long an event waits for its listeners at most while little happens; looking costs one look-up in an empty index.
const POLL_INTERVAL_MS = 250

// A listener that fails on an event is asked again after 1, 2, 4 … seconds, at last once per hour: a bug that is fixed
// finds everything it missed, and until then the others are not held up.
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 3_600_000

type Delivery = Pick<Deps, 'log' | 'clock'> & { database: PreparedTarget; listener: Listener }

/**
 * Each call hands out a batch of what is due, and returns how many were taken out of the queue. Projects have equal shares of a
 * batch, so one that has a million waiting holds up nobody for longer than a batch takes. If more projects have something
 * due than a batch has places, those behind the last ones are next.
 */
export function createDelivery(delivery: Delivery): (limit?: number) => Promise<number> {
  const { database, clock, listener } = delivery
  let last: ProjectId | undefined
  return async (limit = BATCH) => {
    const list = (after: ProjectId | undefined) =>
      listAnnouncedProjects(database, { listener: listener.name, now: clock.now(), after, limit })
    let projectIds = await list(last)
    if (projectIds.length === 0 && last !== undefined) projectIds = await list(undefined)
    last = projectIds.length < limit ? undefined : projectIds.at(-1)
    if (projectIds.length === 0) return 0
    return deliverBatch(delivery, { projectIds, limit: Math.ceil(limit / projectIds.length) })
  }
}

/** `limit`: of each project. */
type Batch = { projectIds: readonly ProjectId[]; limit: number; onlyId?: number }

async function deliverBatch(delivery: Delivery, batch: Batch): Promise<number> {
  const failed: ClaimedAnnouncements[] = []
  try {
    return await deliver(delivery, { ...batch, claimed: failed })
  } catch (error) {
    // No listener is to blame: not even claimed, or the connection was lost on the way.
    if (failed.length === 0 || isDatabaseAway(error)) throw error
  }
  const projectIds = [...new Set(failed.map(({ projectId }) => projectId))]
  let delivered = 0
  if (projectIds.length > 1) {
    // Only the project that the listener fails on is told one by one.
    for (const projectId of projectIds) {
      delivered += await deliverBatch(delivery, { projectIds: [projectId], limit: batch.limit })
    }
  } else for (const one of failed) delivered += await deliverAlone(delivery, one)
  return delivered
}

type Attempt = Batch & { claimed: ClaimedAnnouncements[] }

async function deliver(
  { database, clock, listener }: Delivery,
  { claimed, ...batch }: Attempt,
): Promise<number> {
  return inTransaction(database.db, async (trx) => {
    const rows = await claimAnnouncements(trx, { ...batch, listener: listener.name, now: clock.now() })
    // Of the last try alone: one that ends in a deadlock claims them again.
    claimed.splice(0, claimed.length, ...rows)
    if (rows.length > 0) {
      await listener.hear(
        trx,
        rows.flatMap(({ announcements }) => announcements),
      )
    }
    return rows.length
  })
}

/** One of a batch that failed: if it is the one that the listener fails on, it is put off and the rest go on. */
async function deliverAlone(delivery: Delivery, only: ClaimedAnnouncements): Promise<number> {
  const { database, clock, log, listener } = delivery
  const { projectId, id, attempts, announcements } = only
  try {
    return await deliver(delivery, { projectIds: [projectId], limit: 1, onlyId: id, claimed: [] })
  } catch (error) {
    if (isDatabaseAway(error)) throw error
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

/** Runs until it is stopped, each listener on its own; what is begun is finished. */
export function startDispatcher(
  { database, clock, log }: Pick<Deps, 'database' | 'clock' | 'log'>,
  listeners: readonly Listener[],
): Dispatcher {
  const stopping = new AbortController()
  const loops = listeners.map(async (listener) => {
    const deliverNext = createDelivery({ database, clock, log, listener })
    while (!stopping.signal.aborted) {
      const delivered = await deliverNext().catch((error: unknown) => {
        log.warn({ err: error, listener: listener.name }, 'events cannot be announced now')
        return 0
      })
      if (delivered === 0) {
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
