// Looks for emails that requests wait for: one statement for all of them, several times per second, and none without
// waiting requests. So a request that waits holds no connection, and an email that another node has sent is found as quickly.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../../../../platform/deps.ts'
import type { EmailId } from '../../../../platform/ids.ts'
import { searchArrivals } from './inbox-wait.queries.ts'
import type { ArrivalFilter, ArrivalPoint } from './inbox-wait.queries.ts'

/** Shorter than a person notices, and one statement along an index. */
const POLL_INTERVAL_MS = 150
/**
 * Emails that are sent at the same time become visible within milliseconds of each other, in any order: the second look
 * finds the older one.
 */
const SECOND_LOOK_MS = 40
/** An email becomes visible at most this much later than others that arrived after it, unless its worker was killed. */
const LATEST_RECORD_MS = 5_000
/** Emails that one statement looks at per request. */
const BATCH = 500

export type InboxWatch = {
  /** The oldest match, as soon as there is one. Rejects with the reason of the signal. */
  next(filter: ArrivalFilter, signal: AbortSignal): Promise<EmailId>
  /** The oldest match that is there now. */
  look(filter: ArrivalFilter): Promise<EmailId | undefined>
}

/** `from`: everything up to there was looked at. `isSeen`: the last look has found a match. */
type Watcher = {
  filter: ArrivalFilter
  from: ArrivalPoint
  isSeen: boolean
  resolve: (emailId: EmailId) => void
}

export function createInboxWatch({ database: { db }, log }: Pick<Deps, 'database' | 'log'>): InboxWatch {
  const watchers = new Set<Watcher>()
  let polling: Promise<void> | undefined

  const lookFor = async (looking: readonly Watcher[]): Promise<void> => {
    const filters = looking.map(({ filter, from }) => ({ ...filter, after: from }))
    const searches = await searchArrivals(db, { filters, batch: BATCH })
    const unfinished = looking.filter((watcher, index) => {
      const { match, last, isFull } = searches[index] ?? NOTHING
      if (match !== undefined && watcher.isSeen) watcher.resolve(match)
      watcher.isSeen = match !== undefined
      if (match !== undefined || last === undefined) return false
      watcher.from = isFull ? last : laterOf(watcher.from, beforeLateRecords(last))
      return isFull
    })
    if (unfinished.length > 0) await lookFor(unfinished)
  }

  const poll = async () => {
    while (watchers.size > 0) {
      // A database that is away does not end the waiting: it may be back in time.
      await lookFor([...watchers]).catch((error: unknown) =>
        log.debug({ err: error }, 'the inbox cannot be read now'),
      )
      const isSeen = [...watchers].some((watcher) => watcher.isSeen)
      await sleep(isSeen ? SECOND_LOOK_MS : POLL_INTERVAL_MS)
    }
  }

  return {
    async next(filter, signal) {
      signal.throwIfAborted()
      const { promise, resolve, reject } = Promise.withResolvers<EmailId>()
      const watcher = { filter, from: filter.after, isSeen: false, resolve }
      const giveUp = () => reject(signal.reason as Error)
      signal.addEventListener('abort', giveUp)
      watchers.add(watcher)
      polling ??= poll().finally(() => (polling = undefined))
      try {
        return await promise
      } finally {
        watchers.delete(watcher)
        signal.removeEventListener('abort', giveUp)
      }
    },
    async look(filter) {
      let from = filter.after
      for (;;) {
        const [search = NOTHING] = await searchArrivals(db, {
          filters: [{ ...filter, after: from }],
          batch: BATCH,
        })
        if (search.match !== undefined || !search.isFull || !search.last) return search.match
        from = search.last
      }
    },
  }
}

const NOTHING = { match: undefined, last: undefined, isFull: false }

const beforeLateRecords = ({ at, emailId }: ArrivalPoint): ArrivalPoint => ({
  at: new Date(at.getTime() - LATEST_RECORD_MS),
  emailId,
})

const laterOf = (one: ArrivalPoint, other: ArrivalPoint): ArrivalPoint => (other.at > one.at ? other : one)
