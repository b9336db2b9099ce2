// Follows the segments of one project after the other, in a fixed order: a batch of notes each, however many a project has. A few
// projects are followed at the same time, because one whose segments are slow to judge must not hold up the others.
import { setTimeout as sleep } from 'node:timers/promises'
import { JOB_LIMIT_MS } from '../../../platform/db/failures/statement-limits.ts'
import type { PreparedTarget } from '../../../platform/db/prepared.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import type { Filters } from '../../filters/index.ts'
import { nextNotedProject } from './membership.queries.ts'
import { followProject, sweepTimes } from './membership.service.ts'
import type { Tools } from './membership.service.ts'

export type Follower = { stop(): Promise<void> }

// Each has a connection for as long as its batch takes, and judging keeps the database busy.
const PROJECTS_AT_ONCE = 2

// How long a change waits at most while little happens; looking costs one look-up in an empty index.
const POLL_INTERVAL_MS = 250

// Whatever changes by time alone is promised within a minute.
const SWEEP_INTERVAL_MS = 20_000

type FollowerTools = Omit<Tools, 'db'> & { database: PreparedTarget }

type Rounds = {
  /** Begins a batch of each project that has notes and is not under way. */
  begin(): Promise<void>
  running(): Promise<void>[]
  /** How many notes have been taken so far. */
  taken(): number
}

function createRounds({ database, ...tools }: FollowerTools): Rounds {
  const running = new Map<ProjectId, Promise<void>>()
  let taken = 0
  const follow = async (projectId: ProjectId) => {
    try {
      taken += await followProject({ ...tools, db: database.db }, projectId)
    } catch (error) {
      tools.log.warn({ err: error, projectId }, 'the members of segments cannot be followed now')
    } finally {
      running.delete(projectId)
    }
  }
  return {
    taken: () => taken,
    running: () => [...running.values()],
    async begin() {
      let after: ProjectId | undefined
      for (;;) {
        while (running.size >= PROJECTS_AT_ONCE) await Promise.race(running.values())
        after = await nextNotedProject(database, { after, without: [...running.keys()] })
        if (after === undefined) return
        running.set(after, follow(after))
      }
    },
  }
}

/** One batch of each project that has notes; how many notes were taken. For tests. */
export async function followChanges(tools: FollowerTools): Promise<number> {
  const rounds = createRounds(tools)
  await rounds.begin()
  await Promise.all(rounds.running())
  return rounds.taken()
}

/** Runs until it is stopped; what is begun is finished. */
export function startFollower(
  { database: given, clock, log }: Pick<Deps, 'database' | 'clock' | 'log'>,
  { filters }: { filters: Filters },
): Follower {
  const stopping = new AbortController()
  const database = given.within(JOB_LIMIT_MS)
  const rounds = createRounds({ database, clock, log, filters })
  const noteTrouble = (error: unknown) =>
    log.warn({ err: error }, 'the members of segments cannot be followed now')
  const pause = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => undefined)
  const follow = async () => {
    while (!stopping.signal.aborted) {
      const before = rounds.taken()
      await rounds.begin().catch(noteTrouble)
      if (rounds.taken() === before) await Promise.race([pause(POLL_INTERVAL_MS), ...rounds.running()])
    }
    await Promise.all(rounds.running())
  }
  // Beside it: a million contacts whose time has come are not noted in a moment.
  const sweep = async () => {
    while (!stopping.signal.aborted) {
      await sweepTimes({ db: database.db, clock }).catch(noteTrouble)
      await pause(SWEEP_INTERVAL_MS)
    }
  }
  const running = Promise.all([follow(), sweep()])
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}
