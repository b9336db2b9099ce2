// The engines of routes that run in this thread.
import type { Log } from '../../platform/log/log.ts'
import type { ProjectId } from '../../platform/ids.ts'
import { INSTANCE_ROUTE } from '../transports/index.ts'
import type { TransportRow } from '../transports/index.ts'
import type { DestinationLeases } from './mx/destination-leases.service.ts'
import type { StartedEngine } from './route-engine-starts.ts'

// Longer than most pauses of a project that sends all day, so that its connections are reused.
const IDLE_MS = 60_000

// There may be thousands of destinations, and few get email again so soon.
const DESTINATION_IDLE_MS = 10_000

type RunningEngine = StartedEngine & {
  version: string
  isDestination: boolean
  /** Empty: its email may be that of any project. */
  projectIds: readonly ProjectId[]
  dueAtMs: number
}

type NewEngine = { routeId: number; row: TransportRow | undefined; isDestination: boolean }

export type RunningEngines = {
  /** The routes of their transports. */
  transportRouteIds(): number[]
  /** Whether one runs with the settings of this row. */
  isCurrent(row: TransportRow): boolean
  add(engine: NewEngine, started: StartedEngine): void
  /** Wakes the engines of routes with due email, and ends those that are not needed any more. */
  review(dueIds: ReadonlySet<number>, rows: ReadonlyMap<number, TransportRow>): void
  /** Emails were moved to the queue of this route. False if no engine runs for it. */
  notifyMoved(routeId: number): boolean
  notifyWithdrawal(projectIds: readonly ProjectId[]): void
  /** Ends an engine; it finishes its emails on the wire, which a server may hold for ten minutes: nothing waits for it. */
  end(routeId: number): void
  /** The used share of the connections of the busiest one; 0 to 1. */
  readonly use: number
  /** Ends all, and waits for it. */
  stop(): Promise<void>
}

export function createRunningEngines({
  leases,
  log,
}: {
  leases: DestinationLeases
  log: Log
}): RunningEngines {
  const running = new Map<number, RunningEngine>()
  const ending = new Set<Promise<void>>()

  const end = (routeId: number): void => {
    const known = running.get(routeId)
    if (!known) return
    running.delete(routeId)
    const ended = known.engine
      .stop()
      .then(() => leases.release(routeId))
      .catch((error: unknown) =>
        log.warn({ err: error }, 'a destination stays leased until its lease expires'),
      )
      .finally(() => ending.delete(ended))
    ending.add(ended)
  }
  return {
    transportRouteIds: () => [...running.values()].map(({ transportRouteId }) => transportRouteId),
    isCurrent: (row) => running.get(row.route_id)?.version === versionOf(row),
    add({ routeId, row, isDestination }, started) {
      const about = { version: versionOf(row), isDestination, projectIds: row ? [row.project_id] : [] }
      running.set(routeId, { ...started, ...about, dueAtMs: performance.now() })
    },
    review(dueIds, rows) {
      for (const [routeId, one] of running) {
        if (dueIds.has(routeId)) {
          one.dueAtMs = performance.now()
          // It may have been due for long, so that only a scan finds it.
          if (one.isDestination) one.engine.notifyNewEmail([])
        }
        if (isOver(one, rows.get(one.transportRouteId))) end(routeId)
      }
    },
    notifyMoved(routeId) {
      const known = running.get(routeId)
      known?.engine.notifyNewEmail(known.projectIds)
      return known !== undefined
    },
    notifyWithdrawal(projectIds) {
      for (const { engine } of running.values()) engine.notifyWithdrawal(projectIds)
    },
    end,
    get use() {
      return Math.max(0, ...[...running.values()].map(({ use }) => use()))
    },
    async stop() {
      for (const routeId of running.keys()) end(routeId)
      await Promise.all(ending)
    },
  }
}

const versionOf = (row: TransportRow | undefined): string => row?.updated_at.toISOString() ?? ''

/** A destination that rests is left to the worker that tries it again, because it may rest for hours. */
function isOver(
  { version, isDestination, transportRouteId, dueAtMs, engine }: RunningEngine,
  row: TransportRow | undefined,
): boolean {
  const isGone = !row && transportRouteId !== INSTANCE_ROUTE
  const idleMs = performance.now() - dueAtMs
  if (!isDestination) return isGone || idleMs > IDLE_MS
  return isGone || version !== versionOf(row) || idleMs > DESTINATION_IDLE_MS || engine.restMs() > 0
}
