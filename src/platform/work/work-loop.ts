// Runs the work that is due, for as long as the node runs: one loop per kind. There are as many concurrent batches as slots;
// a project has at most its share of them, so slow or endless work of one does not delay the others.
import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseUnavailable } from '../db/failures/database-errors.ts'
import type { Deps } from '../deps.ts'
import type { ProjectId } from '../ids.ts'
import { claimDue, pauseAfter, postponeClaims } from './due-rows.ts'
import type { Claim } from './due-rows.ts'
import { runQueuedBatch } from './queued-batch.ts'
import { listQueuedProjects } from './queued-rows.ts'
import type { LeasedWork, QueuedWork, WorkKind } from './work-kinds.ts'

export type WorkLoop = {
  /** There is new work: checks at once. */
  wake(): void
  /** Waits for running batches. */
  stop(): Promise<void>
}

// The longest wait of a due row on an idle node; polling costs one index lookup per project.
const POLL_INTERVAL_MS = 250

type Parts = Pick<Deps, 'database' | 'clock' | 'log'>

export type RunningWork = { stop(): Promise<void> }

type LoopOptions = {
  pollMs?: number
  /** Called after each batch that has done something. */
  onDone?: () => void
}

/** Starts a loop for each kind. */
export function startWork(
  parts: Parts,
  kinds: readonly WorkKind[],
  options: Pick<LoopOptions, 'pollMs'> = {},
): RunningWork {
  const loops: { table: string; loop: WorkLoop }[] = []
  const wake = (tables: readonly string[]) => {
    for (const { table, loop } of loops) if (tables.includes(table)) loop.wake()
  }
  for (const kind of kinds) {
    const onDone = () => wake(kind.wakes ?? [])
    loops.push({ table: kind.table, loop: startWorkLoop(parts, kind, { ...options, onDone }) })
  }
  return {
    async stop() {
      await Promise.all(loops.map(({ loop }) => loop.stop()))
    },
  }
}

export function startWorkLoop(
  parts: Parts,
  kind: WorkKind,
  { pollMs = POLL_INTERVAL_MS, onDone = () => {} }: LoopOptions = {},
): WorkLoop {
  const runner = createRunner(parts, kind, onDone)
  let isStopping = false
  let isWoken = false
  let wakeUp = () => {}
  let pausing: Promise<void> | undefined
  const pause = async () => {
    const woken = new AbortController()
    wakeUp = () => woken.abort()
    if (!isWoken) await sleep(pollMs, undefined, { signal: woken.signal }).catch(() => undefined)
    runner.forgetIdle()
  }
  const wake = () => {
    // A check that has begun may have missed the new work: the next pause ends at once.
    isWoken = true
    wakeUp()
  }
  const loop = async () => {
    while (!isStopping) {
      isWoken = false
      const begun = await runner.begin().catch((error: unknown) => {
        parts.log.warn({ err: error, work: kind.name }, 'work cannot be claimed now')
        return 0
      })
      if (begun > 0 || isStopping) continue
      pausing ??= pause().finally(() => (pausing = undefined))
      await Promise.race([pausing, ...runner.running()])
    }
    await Promise.all(runner.running())
  }
  const running = loop()
  return {
    wake,
    async stop() {
      isStopping = true
      wake()
      kind.abort?.()
      await running
    },
  }
}

/** Runs everything that is due until nothing is left. For tests, and for callers that wait for the end. */
export async function runDueWork(parts: Parts, kind: WorkKind): Promise<number> {
  const runner = createRunner(parts, kind, () => {})
  for (;;) {
    const begun = await runner.begin()
    await Promise.all(runner.running())
    if (begun === 0) return runner.done()
  }
}

type Runner = {
  /** Begins batches in free slots and returns how many. */
  begin(): Promise<number>
  running(): Promise<void>[]
  /** Rows that batches have claimed so far. */
  done(): number
  /** Checks projects again whose last batch found nothing, because another node has them, or failed. */
  forgetIdle(): void
}

/** `last`: the project that had the last turn. `full`: projects that have enough batches running. */
type Turn = { free: number; last: ProjectId | undefined; full: ProjectId[] }
type Batch = { projectId: ProjectId; run: () => Promise<number> }

function createRunner(parts: Parts, kind: WorkKind, onDone: () => void): Runner {
  const batches = new Set<Promise<void>>()
  const busy = new Map<ProjectId, number>()
  const idle = new Set<ProjectId>()
  const slotsPerProject = kind.type === 'leased' ? kind.slotsPerProject : 1
  let last: ProjectId | undefined
  let done = 0
  const start = ({ projectId, run }: Batch) => {
    busy.set(projectId, (busy.get(projectId) ?? 0) + 1)
    const batch = run().then((count) => {
      batches.delete(batch)
      const left = (busy.get(projectId) ?? 1) - 1
      if (left > 0) busy.set(projectId, left)
      else busy.delete(projectId)
      done += count
      if (count > 0) onDone()
      else idle.add(projectId)
    })
    batches.add(batch)
  }
  return {
    running: () => [...batches],
    done: () => done,
    forgetIdle: () => idle.clear(),
    async begin() {
      const free = kind.slots - batches.size
      if (free <= 0) return 0
      const full = [...busy].filter(([, count]) => count >= slotsPerProject).map(([id]) => id)
      const turn = { free, last, full: [...full, ...idle] }
      const found = kind.type === 'leased' ? claimLeased(parts, kind, turn) : findQueued(parts, kind, turn)
      const next = await found
      last = next.at(-1)?.projectId
      for (const batch of next) start(batch)
      return next.length
    },
  }
}

async function findQueued(parts: Parts, kind: QueuedWork, { free, last, full }: Turn): Promise<Batch[]> {
  const list = (after: ProjectId | undefined) =>
    listQueuedProjects(parts.database, kind, { now: parts.clock.now(), after, without: full, limit: free })
  let projectIds = await list(last)
  if (projectIds.length === 0 && last !== undefined) projectIds = await list(undefined)
  return projectIds.map((projectId) => ({
    projectId,
    run: () =>
      runQueuedBatch(parts, kind, projectId).catch((error: unknown) => {
        parts.log.warn({ err: error, work: kind.name, projectId }, 'work cannot be done now')
        return 0
      }),
  }))
}

async function claimLeased(parts: Parts, kind: LeasedWork, { free, last, full }: Turn): Promise<Batch[]> {
  const claims = await claimDue(parts.database, {
    table: kind.table,
    limit: free * kind.batchSize,
    perProject: kind.batchSize,
    leaseMs: kind.leaseMs,
    now: parts.clock.now(),
    after: last,
    without: full,
  })
  const byProject = Map.groupBy(claims, ({ projectId }) => projectId)
  return [...byProject].map(([projectId, ofProject]) => ({
    projectId,
    run: () => runClaims(parts, kind, ofProject),
  }))
}

async function runClaims(
  { database, clock, log }: Parts,
  kind: LeasedWork,
  claims: Claim[],
): Promise<number> {
  try {
    await kind.run(claims)
  } catch (error) {
    const [first] = claims
    log.error({ err: error, work: kind.name, projectId: first?.projectId }, 'work failed and is put off')
    // Their leases expire by themselves.
    if (isDatabaseUnavailable(error)) return claims.length
    const attempts = Math.min(...claims.map((claim) => claim.attempts))
    const dueAt = new Date(clock.now().getTime() + pauseAfter(attempts))
    await postponeClaims(database.db, { table: kind.table, claims, dueAt }).catch((cause: unknown) =>
      log.warn({ err: cause, work: kind.name }, 'work cannot be put off; its lease ends by itself'),
    )
  }
  return claims.length
}
