// Who wants to know when something of a project changes, and the one look per node that finds out: every two seconds, in
// one statement for all projects that somebody watches; none while nobody does. Announcing changes inside the
// transactions that make them would make those wait for each other.
import type { Deps } from '../../../platform/deps.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { listMarks } from './changes.queries.ts'
import type { Marks } from './changes.queries.ts'
import { TOPICS } from './stream.schema.ts'
import type { Topic } from './stream.schema.ts'

const CHECK_EVERY_MS = 2_000

// Emails count in the hour in which they left: two hours hold all that is being sent now.
const RECENT_MS = 2 * 3_600_000

type Told = (topics: Topic[]) => void

export type ChangeWatch = {
  /** @returns how to end it */
  watch(projectId: ProjectId, told: Told): () => void
  /** Looks now, instead of waiting for the next time. */
  look(): Promise<void>
}

export function createChangeWatch({
  database,
  clock,
  log,
}: Pick<Deps, 'database' | 'clock' | 'log'>): ChangeWatch {
  const watchers = new Map<ProjectId, Set<Told>>()
  const known = new Map<ProjectId, Marks>()
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined

  const compare = (marks: Marks) => {
    const before = known.get(marks.project_id)
    const told = watchers.get(marks.project_id)
    if (!told) return
    known.set(marks.project_id, marks)
    const changed = before ? TOPICS.filter((topic) => before[topic] !== marks[topic]) : []
    if (changed.length > 0) for (const tell of told) tell(changed)
  }

  const lookOnce = async () => {
    const projectIds = [...watchers.keys()]
    if (projectIds.length === 0) return
    const since = new Date(clock.now().getTime() - RECENT_MS).toISOString().slice(0, 13)
    try {
      for (const marks of await listMarks(database.db, { projectIds, since })) compare(marks)
    } catch (error) {
      log.debug({ err: error }, 'no look at what has changed')
    }
  }

  /** The next look begins some time after the end of the last: a slow database is not asked more often. */
  const plan = () => {
    if (timer !== undefined || watchers.size === 0) return
    timer = setTimeout(() => void look(), CHECK_EVERY_MS)
    timer.unref()
  }

  const look = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    looking ??= lookOnce().finally(() => (looking = undefined))
    await looking
    plan()
  }

  return {
    look,
    watch(projectId, told) {
      const others = watchers.get(projectId) ?? new Set()
      watchers.set(projectId, others.add(told))
      // At once, so that there is something to compare the next look with.
      if (!known.has(projectId)) void look()
      else plan()
      return () => {
        others.delete(told)
        if (others.size > 0) return
        watchers.delete(projectId)
        known.delete(projectId)
      }
    },
  }
}
