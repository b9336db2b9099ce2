// Claims rows that are due (due-rows.ts) and hands them to whoever does the work, for as long as the node runs. As many
// batches at a time as there are slots; a project has at most its share of them, so one whose work is slow or endless does
// not hold up the others.
import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseUnavailable } from '../db/failures/database-errors.ts'
import type { Deps } from '../deps.ts'
import type { ProjectId } from '../ids.ts'
import { claimDue, pauseAfter, postponeClaims } from './due-rows.ts'
import type { Claim } from './due-rows.ts'

export type WorkKind = {
  /** For log lines. */
  name: string
  table: string
  /** Claims of one project that are handed over together. */
  batchSize: number
  /** Batches at a time, of all projects and of one. */
  slots: number
  slotsPerProject: number
  /** Longer than a batch takes: what is not written down by then is done again by somebody else. */
  leaseMs: number
  /**
   * All claims are of one project. Throwing puts them off, longer with every attempt; whoever can fail for one of them
   * alone sees to that itself.
   */
  run(claims: Claim[]): Promise<void>
}

export type WorkLoop = {
  /** There is something new: looks at once. */
  wake(): void
  /** What has been begun is finished. */
  stop(): Promise<void>
}

// How long something waits at most while little happens; looking costs one look-up in the index per project.
const POLL_INTERVAL_MS = 250

type Parts = Pick<Deps, 'database' | 'clock' | 'log'>

export function startWorkLoop(parts: Parts, kind: WorkKind): WorkLoop {
  const taker = createTaker(parts, kind)
  let isStopping = false
  let wakeUp = () => {}
  const pause = async () => {
    const woken = new AbortController()
    wakeUp = () => woken.abort()
    await sleep(POLL_INTERVAL_MS, undefined, { signal: woken.signal }).catch(() => undefined)
  }
  const loop = async () => {
    while (!isStopping) {
      const taken = await taker.take().catch((error: unknown) => {
        parts.log.warn({ err: error, work: kind.name }, 'work cannot be claimed now')
        return 0
      })
      if (taken === 0 && !isStopping) await Promise.race([pause(), ...taker.running()])
    }
    await Promise.all(taker.running())
  }
  const running = loop()
  return {
    wake: () => wakeUp(),
    async stop() {
      isStopping = true
      wakeUp()
      await running
    },
  }
}

/** Does everything that is due until nothing is left. For tests, and for who waits for the end. */
export async function runDueWork(parts: Parts, kind: WorkKind): Promise<number> {
  const taker = createTaker(parts, kind)
  let done = 0
  for (;;) {
    const taken = await taker.take()
    await Promise.all(taker.running())
    done += taken
    if (taken === 0) return done
  }
}

type Taker = { take(): Promise<number>; running(): Promise<void>[] }

function createTaker(parts: Parts, kind: WorkKind): Taker {
  const batches = new Set<Promise<void>>()
  const busy = new Map<ProjectId, number>()
  let last: ProjectId | undefined
  const begin = (claims: Claim[]) => {
    const [first] = claims
    if (!first) return
    const { projectId } = first
    busy.set(projectId, (busy.get(projectId) ?? 0) + 1)
    const batch = runBatch(parts, kind, claims).finally(() => {
      batches.delete(batch)
      const left = (busy.get(projectId) ?? 1) - 1
      if (left > 0) busy.set(projectId, left)
      else busy.delete(projectId)
    })
    batches.add(batch)
  }
  return {
    running: () => [...batches],
    async take() {
      const free = kind.slots - batches.size
      if (free <= 0) return 0
      const claims = await claimDue(parts.database, {
        table: kind.table,
        limit: free * kind.batchSize,
        perProject: kind.batchSize,
        leaseMs: kind.leaseMs,
        now: parts.clock.now(),
        after: last,
        without: [...busy].filter(([, count]) => count >= kind.slotsPerProject).map(([id]) => id),
      })
      const byProject = Map.groupBy(claims, ({ projectId }) => projectId)
      last = [...byProject.keys()].at(-1)
      for (const ofProject of byProject.values()) begin(ofProject)
      return claims.length
    },
  }
}

async function runBatch({ database, clock, log }: Parts, kind: WorkKind, claims: Claim[]): Promise<void> {
  try {
    await kind.run(claims)
  } catch (error) {
    const [first] = claims
    log.error({ err: error, work: kind.name, projectId: first?.projectId }, 'work failed and is put off')
    // Their leases end by themselves.
    if (isDatabaseUnavailable(error)) return
    const attempts = Math.min(...claims.map((claim) => claim.attempts))
    const dueAt = new Date(clock.now().getTime() + pauseAfter(attempts))
    await postponeClaims(database.db, { table: kind.table, claims, dueAt }).catch((cause: unknown) =>
      log.warn({ err: cause, work: kind.name }, 'work cannot be put off; its lease ends by itself'),
    )
  }
}
