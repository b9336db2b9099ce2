// Ends waits for new events of feeds. Each node polls with one statement for all projects that somebody waits for, and not
// at all when nobody does: so a waiting request costs no connection, and it does not matter which node wrote the event.
import type { Deps } from '../../../platform/deps.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { listFeedPositions } from './feed.queries.ts'

// Soon enough for a person who watches a terminal.
const POLL_INTERVAL_MS = 300

type Waiter = { position: number; resolve(position: number): void }

export type FeedWatch = {
  /** Resolves with the last position of the feed once it is beyond this one, or with this one when the signal aborts. */
  movedBeyond(projectId: ProjectId, wait: { position: number; signal: AbortSignal }): Promise<number>
}

export function createFeedWatch({ database, log }: Pick<Deps, 'database' | 'log'>): FeedWatch {
  const waiters = new Map<ProjectId, Set<Waiter>>()
  let timer: NodeJS.Timeout | undefined

  const poll = async () => {
    const positions = await listFeedPositions(database.db, { projectIds: [...waiters.keys()] })
    for (const { project_id: projectId, last_position: last } of positions) {
      for (const waiter of waiters.get(projectId) ?? []) if (last > waiter.position) waiter.resolve(last)
    }
  }

  /** The interval begins after the end of the last poll, so a slow database is not polled more often. */
  const schedule = () => {
    if (timer !== undefined || waiters.size === 0) return
    timer = setTimeout(() => {
      poll()
        .catch((error: unknown) => log.debug({ err: error }, 'polling for events of feeds failed'))
        .finally(() => {
          timer = undefined
          schedule()
        })
    }, POLL_INTERVAL_MS)
    timer.unref()
  }

  return {
    async movedBeyond(projectId, { position, signal }) {
      if (signal.aborted) return position
      const others = waiters.get(projectId) ?? new Set()
      const { promise, resolve } = Promise.withResolvers<number>()
      const waiter = { position, resolve }
      const onAbort = () => resolve(position)
      waiters.set(projectId, others.add(waiter))
      signal.addEventListener('abort', onAbort, { once: true })
      schedule()
      try {
        return await promise
      } finally {
        signal.removeEventListener('abort', onAbort)
        others.delete(waiter)
        if (others.size === 0) waiters.delete(projectId)
      }
    },
  }
}
