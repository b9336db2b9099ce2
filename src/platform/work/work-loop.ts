// Claims due rows (due-rows.ts) and runs them, for as long as the node runs. There are as many concurrent batches as slots;
// a project has at most its share of them, so slow or endless work of one does not delay the others.
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
  /** Claims of one project per batch. */
  batchSize: number
  /** Concurrent batches, of all projects and of one. */
  slots: number
  slotsPerProject: number
  /** Longer than a batch takes: results not recorded by then are computed again by another worker. */
  leaseMs: number
  /**
   * All claims are of one project. An error postpones them, longer with every attempt; a handler that can fail for a single
   * claim must handle that itself.
   */
  run(claims: Claim[]): Promise<void>
}

export type WorkLoop = {
  /** There is new work: checks at once. */
  wake(): void
  /** Waits for running batches. */
  stop(): Promise<void>
}

// The longest wait of a due row on an idle node; polling costs one index lookup per project.
const POLL_INTERVAL_MS = 250

type Parts = Pick<Deps, 'database' | 'clock' | 'log'>

export function startWorkLoop(parts: Parts, kind: WorkKind): WorkLoop {
  const claimer = createClaimer(parts, kind)
  let isStopping = false
  let wakeUp = () => {}
  const pause = async () => {
    const woken = new AbortController()
    wakeUp = () => woken.abort()
    await sleep(POLL_INTERVAL_MS, undefined, { signal: woken.signal }).catch(() => undefined)
  }
  const loop = async () => {
    while (!isStopping) {
      const claimed = await claimer.claim().catch((error: unknown) => {
        parts.log.warn({ err: error, work: kind.name }, 'work cannot be claimed now')
        return 0
      })
      if (claimed === 0 && !isStopping) await Promise.race([pause(), ...claimer.running()])
    }
    await Promise.all(claimer.running())
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

/** Runs everything that is due until nothing is left. For tests, and for callers that wait for the end. */
export async function runDueWork(parts: Parts, kind: WorkKind): Promise<number> {
  const claimer = createClaimer(parts, kind)
  let done = 0
  for (;;) {
    const claimed = await claimer.claim()
    await Promise.all(claimer.running())
    done += claimed
    if (claimed === 0) return done
  }
}

type Claimer = { claim(): Promise<number>; running(): Promise<void>[] }

function createClaimer(parts: Parts, kind: WorkKind): Claimer {
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
    async claim() {
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
    // Their leases expire by themselves.
    if (isDatabaseUnavailable(error)) return
    const attempts = Math.min(...claims.map((claim) => claim.attempts))
    const dueAt = new Date(clock.now().getTime() + pauseAfter(attempts))
    await postponeClaims(database.db, { table: kind.table, claims, dueAt }).catch((cause: unknown) =>
      log.warn({ err: cause, work: kind.name }, 'work cannot be put off; its lease ends by itself'),
    )
  }
}
