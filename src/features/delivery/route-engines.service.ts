// The engines of transports that projects have added, and of the destinations of own delivery. One runs while there is due
// email for it, and for a while longer; it is replaced when the settings of its transport change.
import { setTimeout as sleep } from 'node:timers/promises'
import { createAlarm } from '../../platform/concurrency/alarm.ts'
import type { Gate } from '../../platform/concurrency/gate.ts'
import type { Config } from '../../platform/config.ts'
import type { Deps } from '../../platform/deps.ts'
import { isMxUrl, readMxUrl } from '../../platform/email/mx/mx-url.ts'
import { INSTANCE_ROUTE, listTransportsOfRoutes } from '../transports/index.ts'
import type { LeasedDestination, TransportOf, TransportRow } from '../transports/index.ts'
import type { EmailLookups } from './compose/email-lookups.service.ts'
import { createDestinationLeases } from './mx/destination-leases.service.ts'
import type { MxTools } from './mx/mx-tools.ts'
import { POLL_MS } from './queue/due-emails.service.ts'
import { createEngineStarts } from './route-engine-starts.ts'
import type { StartedEngine } from './route-engine-starts.ts'
import { listDueRoutes, resetRoutes } from './routes.queries.ts'
import type { SendEngine } from './send-engine.service.ts'
import type { ConnectionShare } from './transports/record-transport.ts'

// Longer than most pauses of a project that sends all day, so that its connections are reused.
const IDLE_MS = 60_000

// There may be thousands of destinations, and few get email again so soon.
const DESTINATION_IDLE_MS = 10_000

// Listing the routes takes at most 1/5 of the time.
const LIST_SHARE = 5

export type RouteEngines = Pick<SendEngine, 'notifyWithdrawal' | 'stop'> & {
  /** Emails were moved to the queue of this route. */
  notifyMoved(routeId: number): void
  /** The used share of the connections of the busiest transport; 0 to 1. */
  readonly use: number
}

export type RouteEnginesParts = {
  lookups: EmailLookups
  mx: MxTools
  owner: string
  memory: Gate
  shareOf: (connections: number) => ConnectionShare
  freshMs: number | undefined
}

type RunningEngine = StartedEngine & { version: string; isDestination: boolean; dueAtMs: number }

export function createRouteEngines(deps: Deps, parts: RouteEnginesParts): RouteEngines {
  const { database, log, config } = deps
  const { db } = database
  const starts = createEngineStarts(deps, { ...parts, onMoved: (routeId) => notifyMoved(routeId) })
  const leases = createDestinationLeases({ db, owner: parts.owner })
  const running = new Map<number, RunningEngine>()
  const alarm = createAlarm()
  let isStopping = false

  /** Engines that finish their emails on the wire, which a server may hold for ten minutes: nothing waits for them. */
  const ending = new Set<Promise<void>>()
  const endEngine = (routeId: number): void => {
    const known = running.get(routeId)
    if (!known) return
    running.delete(routeId)
    const end = known.engine
      .stop()
      .then(() => leases.release(routeId))
      .catch((error: unknown) =>
        log.warn({ err: error }, 'a destination stays leased until its lease expires'),
      )
      .finally(() => ending.delete(end))
    ending.add(end)
  }
  const keep = (
    routeId: number,
    started: StartedEngine | undefined,
    about: Pick<RunningEngine, 'version' | 'isDestination'>,
  ) => {
    if (started) running.set(routeId, { ...started, ...about, dueAtMs: performance.now() })
  }
  const notifyMoved = (routeId: number): void => {
    const known = running.get(routeId)
    if (known) known.engine.notifyNewEmail([])
    else alarm.ring()
  }

  /** Starts the engine of a transport with due email, and replaces one with old settings. */
  const keepTransport = (row: TransportRow, isDue: boolean): void => {
    const known = running.get(row.route_id)
    if (known?.version === versionOf(row)) return
    endEngine(row.route_id)
    if (isDue)
      keep(row.route_id, starts.startTransport(row), { version: versionOf(row), isDestination: false })
  }
  /** Undefined: its transport does not deliver itself any more. */
  const mxSettingsOf = ({ transportRouteId }: LeasedDestination, row: TransportRow | undefined) => {
    if (transportRouteId !== INSTANCE_ROUTE) return isMxAllowed(row, config) ? row.settings : undefined
    return isMxUrl(config.MAIL_TRANSPORT) ? readMxUrl(config.MAIL_TRANSPORT) : undefined
  }
  const giveUp = async (routeId: number): Promise<void> => {
    await resetRoutes(db, [routeId])
    await leases.release(routeId)
  }
  const takeDestinations = async (routeIds: readonly number[]): Promise<void> => {
    const taken = await leases.take(routeIds)
    const rows = await rowsOf(taken.map(({ transportRouteId }) => transportRouteId))
    for (const destination of taken) {
      const row = rows.get(destination.transportRouteId)
      const settings = mxSettingsOf(destination, row)
      const started = settings && starts.startDestination(destination, { settings, row })
      keep(destination.routeId, started, { version: versionOf(row), isDestination: true })
      if (!started) await giveUp(destination.routeId)
    }
  }
  const rowsOf = async (routeIds: readonly number[]): Promise<Map<number, TransportRow>> => {
    const named = routeIds.filter((routeId) => routeId !== INSTANCE_ROUTE)
    const rows = named.length === 0 ? [] : await listTransportsOfRoutes(db, named)
    return new Map(rows.map((row) => [row.route_id, row]))
  }

  const check = async (): Promise<void> => {
    const due = await listDueRoutes(db)
    const orphaned = due.filter(({ kind }) => kind === null).map(({ routeId }) => routeId)
    if (orphaned.length > 0) await resetRoutes(db, orphaned)
    const dueIds = new Set(due.map(({ routeId }) => routeId))
    const rows = await rowsOf([...dueIds, ...[...running.values()].map((one) => one.transportRouteId)])
    for (const routeId of await leases.renew()) endEngine(routeId)
    for (const [routeId, one] of running) {
      if (dueIds.has(routeId)) {
        one.dueAtMs = performance.now()
        if (one.isDestination) one.engine.notifyNewEmail([])
      }
      if (isOver(one, rows.get(one.transportRouteId))) endEngine(routeId)
    }
    for (const row of rows.values()) keepTransport(row, dueIds.has(row.route_id))
    await takeDestinations(due.filter(({ kind }) => kind === 'destination').map(({ routeId }) => routeId))
  }
  const loop = async (): Promise<void> => {
    while (!isStopping) {
      const begunAt = performance.now()
      await check().catch((error: unknown) =>
        log.warn({ err: error }, 'the transports with due email could not be read'),
      )
      await sleep(Math.min(POLL_MS, LIST_SHARE * (performance.now() - begunAt)))
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
      for (const routeId of running.keys()) endEngine(routeId)
      await Promise.all(ending)
    },
  }
}

const isMxAllowed = (
  row: TransportRow | undefined,
  { ALLOW_PROJECT_MX }: Pick<Config, 'ALLOW_PROJECT_MX'>,
): row is TransportOf<'mx'> => row?.type === 'mx' && ALLOW_PROJECT_MX

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
