// Hands announcements to their listeners. A listener works in the transaction that takes its announcements out of the
// queue: whatever dies on the way, both are undone and it is told again, so what it writes happens exactly once.
import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction } from '../../platform/db/client.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
import { isDatabaseAway } from '../../platform/db/failures/database-errors.ts'
import type { Deps } from '../../platform/deps.ts'
import { claimAnnouncements, hasDueAnnouncements, postponeAnnouncement } from './announcements.queries.ts'
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

type Delivery = Pick<Deps, 'log' | 'clock'> & { db: Db; listener: Listener }

/** Hands out what is due, once round; the number that was taken out of the queue. */
export async function deliverAnnouncements(delivery: Delivery, limit = BATCH): Promise<number> {
  const failed: ClaimedAnnouncements[] = []
  try {
    return await deliver(delivery, { limit, claimed: failed })
  } catch (error) {
    // No listener is to blame: not even claimed, or the connection was lost on the way.
    if (failed.length === 0 || isDatabaseAway(error)) throw error
  }
  let delivered = 0
  for (const one of failed) delivered += await deliverAlone(delivery, one)
  return delivered
}

type Attempt = { limit: number; only?: ClaimedAnnouncements; claimed: ClaimedAnnouncements[] }

async function deliver(
  { db, clock, listener }: Delivery,
  { limit, only, claimed }: Attempt,
): Promise<number> {
  return inTransaction(db, async (trx) => {
    const rows = await claimAnnouncements(trx, {
      listener: listener.name,
      limit,
      now: clock.now(),
      ...(only && { only: { projectId: only.projectId, id: only.id } }),
    })
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
  const { db, clock, log, listener } = delivery
  try {
    return await deliver(delivery, { limit: 1, only, claimed: [] })
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    const { projectId, id, attempts, announcements } = only
    const [{ eventId, name } = {}] = announcements
    log.error(
      { err: error, listener: listener.name, projectId, eventId, name },
      'a listener failed on an event',
    )
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(attempts, 20), LONGEST_PAUSE_MS)
    const runAt = new Date(clock.now().getTime() + pauseMs)
    await postponeAnnouncement(db, { projectId, id, runAt })
    return 0
  }
}

/** Runs until it is stopped, each listener on its own; what is begun is finished. */
export function startDispatcher(
  { database, clock, log }: Pick<Deps, 'database' | 'clock' | 'log'>,
  listeners: readonly Listener[],
): Dispatcher {
  const stopping = new AbortController()
  const deliverDue = async (listener: Listener): Promise<number> => {
    const isDue = await hasDueAnnouncements(database, { listener: listener.name, now: clock.now() })
    return isDue ? deliverAnnouncements({ db: database.db, clock, log, listener }) : 0
  }
  const loops = listeners.map(async (listener) => {
    while (!stopping.signal.aborted) {
      const delivered = await deliverDue(listener).catch((error: unknown) => {
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
