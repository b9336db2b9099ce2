// The engines of the transports that projects have added. One runs while its transport has due email, and for a minute
// longer; it is replaced when the settings of the transport change.
import { createAlarm } from '../../platform/concurrency/alarm.ts'
import type { Gate } from '../../platform/concurrency/gate.ts'
import type { Deps } from '../../platform/deps.ts'
import { createConnectionLimit } from '../../platform/email/smtp/connection-limit.ts'
import { createSmtpTransport } from '../../platform/email/smtp/smtp-transport.ts'
import type { Transport } from '../../platform/email/transport.ts'
import { createHostGuard } from '../../platform/outgoing/host-guard.ts'
import { listTransportsOfRoutes, smtpServerOf } from '../transports/index.ts'
import type { TransportRow } from '../transports/index.ts'
import { createEmailComposer } from './compose/email-composer.service.ts'
import type { EmailLookups } from './compose/email-lookups.service.ts'
import { createHandOverGates, usedShare } from './hand-over-gates.ts'
import { POLL_MS } from './queue/due-emails.service.ts'
import { listDueRoutes, resetRoutes } from './routes.queries.ts'
import { startSendEngine } from './send-engine.service.ts'
import type { SendEngine } from './send-engine.service.ts'
import { traitsOfRecord } from './transports/transport-traits.ts'

// Longer than most pauses of a project that sends all day, so that its connections are reused.
const IDLE_MS = 60_000

export type RouteEngines = Pick<SendEngine, 'notifyWithdrawal' | 'stop'> & {
  /** Emails were moved to the queue of this route. */
  notifyMoved(routeId: number): void
  /** The used share of the connections of the busiest transport; 0 to 1. */
  readonly use: number
}

type Parts = {
  lookups: EmailLookups
  owner: string
  memory: Gate
  shareOf: (connections: number) => number
  freshMs: number | undefined
}

type RunningEngine = { row: TransportRow; engine: SendEngine; use: () => number; dueAtMs: number }

export function createRouteEngines(deps: Deps, parts: Parts): RouteEngines {
  const { database, log } = deps
  const startEngine = createStart(deps, { ...parts, onMoved: (routeId) => notifyMoved(routeId) })
  const running = new Map<number, RunningEngine>()
  const alarm = createAlarm()
  let isStopping = false

  /** Engines that finish their emails on the wire, which a server may hold for ten minutes: nothing waits for them. */
  const ending = new Set<Promise<void>>()
  const endEngine = (routeId: number, { engine }: RunningEngine): void => {
    running.delete(routeId)
    const end = engine.stop().finally(() => ending.delete(end))
    ending.add(end)
  }
  const notifyMoved = (routeId: number): void => {
    const known = running.get(routeId)
    if (known) known.engine.notifyNewEmail([known.row.project_id])
    else alarm.ring()
  }

  /** Starts the engine of a transport with due email, and replaces one with old settings. */
  const keepRunning = (row: TransportRow, isDue: boolean): void => {
    const known = running.get(row.route_id)
    if (known && isDue) known.dueAtMs = performance.now()
    if (known && known.row.updated_at.getTime() === row.updated_at.getTime()) return
    if (known) endEngine(row.route_id, known)
    const started = isDue ? startEngine(row) : undefined
    if (started) running.set(row.route_id, { ...started, dueAtMs: performance.now() })
  }
  const check = async (): Promise<void> => {
    const due = await listDueRoutes(database.db)
    const orphaned = due.filter(({ isKnown }) => !isKnown).map(({ routeId }) => routeId)
    if (orphaned.length > 0) await resetRoutes(database.db, orphaned)
    const dueIds = new Set(due.filter(({ isKnown }) => isKnown).map(({ routeId }) => routeId))
    const routeIds = [...dueIds.union(new Set(running.keys()))]
    const rows = routeIds.length === 0 ? [] : await listTransportsOfRoutes(database.db, routeIds)
    for (const row of rows) keepRunning(row, dueIds.has(row.route_id))
    for (const [routeId, one] of running) {
      const isKept = rows.some(({ route_id: id }) => id === routeId)
      if (!isKept || performance.now() - one.dueAtMs > IDLE_MS) endEngine(routeId, one)
    }
  }
  const loop = async (): Promise<void> => {
    while (!isStopping) {
      await check().catch((error: unknown) =>
        log.warn({ err: error }, 'the transports with due email could not be read'),
      )
      await alarm.wait(POLL_MS)
    }
  }

  const looping = loop()
  return {
    get use() {
      return Math.max(0, ...[...running.values()].map(({ use }) => use()))
    },
    notifyMoved,
    notifyWithdrawal(projectIds) {
      for (const { engine } of running.values()) engine.notifyWithdrawal(projectIds)
    },
    async stop() {
      isStopping = true
      alarm.ring()
      await looping
      for (const [routeId, one] of running) endEngine(routeId, one)
      await Promise.all(ending)
    },
  }
}

type StartParts = Parts & { onMoved: (routeId: number) => void }
type StartedEngine = Omit<RunningEngine, 'dueAtMs'>

/** Undefined if other threads have all connections of the transport. */
function createStart(deps: Deps, parts: StartParts): (row: TransportRow) => StartedEngine | undefined {
  const { lookups, owner, memory, freshMs, shareOf, onMoved } = parts
  const guard = createHostGuard(deps)
  const tools = { ...deps, guard }
  return (row) => {
    const most = shareOf(row.max_connections)
    if (most === 0) return undefined
    const transport = createRecordTransport(row, { tools, most })
    const gates = createHandOverGates(most)
    const composer = createEmailComposer(deps, { lookups, traits: traitsOfRecord(row) })
    const engine = startSendEngine(deps, {
      route: {
        id: row.route_id,
        transport,
        ratePerSecond: row.rate_per_second,
        composer,
        projectId: row.project_id,
      },
      owner,
      gates,
      memory: withOwnEnd(memory),
      freshMs,
      onMoved,
    })
    return { row, engine, use: () => usedShare(transport.limit, gates) }
  }
}

/** A gate that an engine may close, because it stops before others that use the same gate. */
function withOwnEnd(gate: Gate): Gate {
  let isClosed = false
  return {
    async enter(size) {
      const leave = isClosed ? undefined : await gate.enter(size)
      if (!isClosed) return leave
      leave?.()
      return undefined
    },
    close: () => void (isClosed = true),
  }
}

type RecordTransportOptions = { tools: Parameters<typeof smtpServerOf>[1] & Pick<Deps, 'log'>; most: number }

function createRecordTransport(row: TransportRow, { tools, most }: RecordTransportOptions): Transport {
  const onUnencrypted = (reason: string) =>
    tools.log.warn(
      { projectId: row.project_id, transportId: row.id, reason },
      'the relay offers TLS, but it fails: email goes to the relay unencrypted',
    )
  const limit = createConnectionLimit({ most })
  const transport = createSmtpTransport(smtpServerOf(row, tools), { limit, onUnencrypted })
  // Names the buckets of the rate, which must not be shared with MAIL_TRANSPORT.
  return { ...transport, name: `${row.name} (${transport.name})` }
}
