// Notifies watchers of changes in their project. Each node polls every two seconds, with one statement for all watched
// projects, and not at all without watchers. Notifying inside the transactions that make changes would serialize them.
import type { Deps } from '../../../platform/deps.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { listMarks } from './changes.queries.ts'
import type { Marks } from './changes.queries.ts'
import { TOPICS } from './stream.schema.ts'
import type { Topic } from './stream.schema.ts'

const POLL_INTERVAL_MS = 2_000

// Emails count in the hour in which they were sent: two hours include all that are being sent now.
const RECENT_MS = 2 * 3_600_000

type Watcher = (topics: Topic[]) => void

export type ChangeWatch = {
  /** @returns a function that ends the watch */
  watch(projectId: ProjectId, watcher: Watcher): () => void
  /** Polls now, instead of waiting for the timer. */
  poll(): Promise<void>
}

export function createChangeWatch(deps: Pick<Deps, 'database' | 'clock' | 'log'>): ChangeWatch {
  const { database, clock, log } = deps
  const watchers = new Map<ProjectId, Set<Watcher>>()
  const known = new Map<ProjectId, Marks>()
  let timer: NodeJS.Timeout | undefined
  let polling: Promise<void> | undefined

  const compare = (marks: Marks) => {
    const before = known.get(marks.project_id)
    const projectWatchers = watchers.get(marks.project_id)
    if (!projectWatchers) return
    known.set(marks.project_id, marks)
    const changed = before ? TOPICS.filter((topic) => before[topic] !== marks[topic]) : []
    if (changed.length > 0) for (const notify of projectWatchers) notify(changed)
  }

  const pollOnce = async () => {
    const projectIds = [...watchers.keys()]
    if (projectIds.length === 0) return
    const since = new Date(clock.now().getTime() - RECENT_MS).toISOString().slice(0, 13)
    try {
      for (const marks of await listMarks(database.db, { projectIds, since })) compare(marks)
    } catch (error) {
      log.debug({ err: error }, 'polling for changes failed')
    }
  }

  /** The interval begins after the end of the last poll, so a slow database is not polled more often. */
  const schedule = () => {
    if (timer !== undefined || watchers.size === 0) return
    timer = setTimeout(() => void poll(), POLL_INTERVAL_MS)
    timer.unref()
  }

  const poll = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    polling ??= pollOnce().finally(() => (polling = undefined))
    await polling
    schedule()
  }

  return {
    poll,
    watch(projectId, watcher) {
      const others = watchers.get(projectId) ?? new Set()
      watchers.set(projectId, others.add(watcher))
      // The first poll is the baseline for the next one.
      if (!known.has(projectId)) void poll()
      else schedule()
      return () => {
        others.delete(watcher)
        if (others.size > 0) return
        watchers.delete(projectId)
        known.delete(projectId)
      }
    },
  }
}
