// Processes the notes of one project after the other in a fixed order, one batch each, however many a project has. A few projects
// run concurrently, because one with slow segments must not block the others.
import { setTimeout as sleep } from 'node:timers/promises'
import { JOB_LIMIT_MS } from '../../../platform/db/failures/statement-limits.ts'
import type { PreparedTarget } from '../../../platform/db/prepared.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import type { Filters } from '../../filters/index.ts'
import { findNextProject } from './membership.queries.ts'
import { noteAllDue, processNotes } from './membership.service.ts'
import type { Tools } from './membership.service.ts'

export type TrackingLoop = { stop(): Promise<void> }

// Each holds a connection for its batch, and evaluating filters keeps the database busy.
const PROJECTS_AT_ONCE = 2

// The longest delay of a change under low load; polling costs one lookup in an empty index.
const POLL_INTERVAL_MS = 250

// Changes by time alone are promised within a minute.
const SWEEP_INTERVAL_MS = 20_000

type LoopTools = Omit<Tools, 'db'> & { database: PreparedTarget }

type Rounds = {
  /** Starts a batch of each project that has notes and is not running. */
  start(): Promise<void>
  running(): Promise<void>[]
  /** Number of notes processed so far. */
  processed(): number
}

function createRounds({ database, ...tools }: LoopTools): Rounds {
  const running = new Map<ProjectId, Promise<void>>()
  let processed = 0
  const process = async (projectId: ProjectId) => {
    try {
      processed += await processNotes({ ...tools, db: database.db }, projectId)
    } catch (error) {
      tools.log.warn({ err: error, projectId }, 'the members of segments cannot be tracked now')
    } finally {
      running.delete(projectId)
    }
  }
  return {
    processed: () => processed,
    running: () => [...running.values()],
    async start() {
      let after: ProjectId | undefined
      for (;;) {
        while (running.size >= PROJECTS_AT_ONCE) await Promise.race(running.values())
        after = await findNextProject(database, { after, without: [...running.keys()] })
        if (after === undefined) return
        running.set(after, process(after))
      }
    },
  }
}

/** Processes one batch of each project that has notes and returns the number of notes. For tests. */
export async function processAllNotes(tools: LoopTools): Promise<number> {
  const rounds = createRounds(tools)
  await rounds.start()
  await Promise.all(rounds.running())
  return rounds.processed()
}

/** Runs until it is stopped; running batches are finished. */
export function startMembershipTracking(
  { database: given, clock, log }: Pick<Deps, 'database' | 'clock' | 'log'>,
  { filters }: { filters: Filters },
): TrackingLoop {
  const stopping = new AbortController()
  const database = given.within(JOB_LIMIT_MS)
  const rounds = createRounds({ database, clock, log, filters })
  const logFailure = (error: unknown) =>
    log.warn({ err: error }, 'the members of segments cannot be tracked now')
  const pause = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => undefined)
  const track = async () => {
    while (!stopping.signal.aborted) {
      const before = rounds.processed()
      await rounds.start().catch(logFailure)
      if (rounds.processed() === before) await Promise.race([pause(POLL_INTERVAL_MS), ...rounds.running()])
    }
    await Promise.all(rounds.running())
  }
  // Concurrently: inserting notes for a million due contacts takes a while.
  const noteDue = async () => {
    while (!stopping.signal.aborted) {
      await noteAllDue({ db: database.db, clock }).catch(logFailure)
      await pause(SWEEP_INTERVAL_MS)
    }
  }
  const running = Promise.all([track(), noteDue()])
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}
