// Starts and ends the engines of transports that projects have added, and of the destinations of own delivery. One runs
// while there is due email for it, and for a while longer; it is replaced when the settings of its transport change.
import { setTimeout as sleep } from 'node:timers/promises'
import { createAlarm } from '../../platform/concurrency/alarm.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/client.ts'
import type { Deps } from '../../platform/deps.ts'
import { isMxUrl, readMxUrl } from '../../platform/email/mx/mx-url.ts'
import type { MxSettings } from '../../platform/email/mx/mx-url.ts'
import { INSTANCE_ROUTE, listTransportsOfRoutes } from '../transports/index.ts'
import type { LeasedDestination, TransportRow } from '../transports/index.ts'
import { createDestinationLeases } from './mx/destination-leases.service.ts'
import { POLL_MS } from './queue/due-emails.service.ts'
import { createEngineStarts } from './route-engine-starts.ts'
import type { EngineStartParts } from './route-engine-starts.ts'
import { listDueRoutes, resetRoutes } from './routes.queries.ts'
import { createRunningEngines } from './running-engines.ts'
import type { SendEngine } from './send-engine.service.ts'

// Listing the routes takes at most 1/5 of the time.
const LIST_SHARE = 5

export type RouteEngines = Pick<SendEngine, 'notifyWithdrawal' | 'stop'> & {
  /** Emails were moved to the queue of this route. */
  notifyMoved(routeId: number): void
  /** The used share of the connections of the busiest transport; 0 to 1. */
  readonly use: number
}

export function createRouteEngines(deps: Deps, parts: Omit<EngineStartParts, 'onMoved'>): RouteEngines {
  const { log, config } = deps
  const { db } = deps.database
  const leases = createDestinationLeases({ db, owner: parts.owner })
  const engines = createRunningEngines({ leases, log })
  const alarm = createAlarm()
  const notifyMoved = (routeId: number) => void (engines.notifyMoved(routeId) || alarm.ring())
  const starts = createEngineStarts(deps, { ...parts, onMoved: notifyMoved })
  const warn = (error: unknown) => log.warn({ err: error }, 'the transports with due email could not be read')
  let isStopping = false

  /** Starts the engine of a transport with due email, and replaces one with old settings. */
  const keepTransport = (row: TransportRow, isDue: boolean): void => {
    if (engines.isCurrent(row)) return
    engines.end(row.route_id)
    const started = isDue ? starts.startTransport(row) : undefined
    if (started) engines.add({ routeId: row.route_id, row, isDestination: false }, started)
  }
  const takeDestinations = async (routeIds: readonly number[]): Promise<void> => {
    const taken = await leases.take(routeIds)
    const transportRouteIds = taken.map((destination) => destination.transportRouteId)
    const rows = await rowsOf(db, transportRouteIds)
    for (const destination of taken) {
      const { routeId } = destination
      const row = rows.get(destination.transportRouteId)
      const settings = mxSettingsOf(config, { destination, row })
      if (settings) {
        const started = starts.startDestination(destination, { settings, row })
        engines.add({ routeId, row, isDestination: true }, started)
      } else {
        // Its transport does not deliver itself any more.
        await resetRoutes(db, [routeId])
        await leases.release(routeId)
      }
    }
  }
  const check = async (): Promise<void> => {
    const due = await listDueRoutes(db)
    const idsOf = (wanted: string | null) =>
      due.filter(({ kind }) => kind === wanted).map(({ routeId }) => routeId)
    await resetRoutes(db, idsOf(null))
    const dueIds = new Set(due.map(({ routeId }) => routeId))
    const rows = await rowsOf(db, [...idsOf('transport'), ...engines.transportRouteIds()])
    for (const routeId of await leases.renew()) engines.end(routeId)
    engines.review(dueIds, rows)
    for (const row of rows.values()) keepTransport(row, dueIds.has(row.route_id))
    await takeDestinations(idsOf('destination'))
  }
  const loop = async (): Promise<void> => {
    while (!isStopping) {
      await inShareOfTime(() => check().catch(warn))
      await alarm.wait(POLL_MS)
    }
  }

  const looping = loop()
  return {
    get use() {
      return engines.use
    },
    notifyMoved,
    notifyWithdrawal: (projectIds) => engines.notifyWithdrawal(projectIds),
    async stop() {
      isStopping = true
      alarm.ring()
      await looping
      await engines.stop()
    },
  }
}

async function inShareOfTime(work: () => Promise<void>): Promise<void> {
  const begunAt = performance.now()
  await work()
  await sleep(Math.min(POLL_MS, LIST_SHARE * (performance.now() - begunAt)))
}

async function rowsOf(db: Db, routeIds: readonly number[]): Promise<Map<number, TransportRow>> {
  const named = routeIds.filter((routeId) => routeId !== INSTANCE_ROUTE)
  const rows = named.length === 0 ? [] : await listTransportsOfRoutes(db, named)
  return new Map(rows.map((row) => [row.route_id, row]))
}

type DestinationOfRow = { destination: LeasedDestination; row: TransportRow | undefined }

/** Undefined if its transport does not deliver itself, or may not any more. */
function mxSettingsOf(
  { MAIL_TRANSPORT, ALLOW_PROJECT_MX }: Pick<Config, 'MAIL_TRANSPORT' | 'ALLOW_PROJECT_MX'>,
  { destination, row }: DestinationOfRow,
): MxSettings | undefined {
  if (destination.transportRouteId === INSTANCE_ROUTE) {
    return isMxUrl(MAIL_TRANSPORT) ? readMxUrl(MAIL_TRANSPORT) : undefined
  }
  return row?.type === 'mx' && ALLOW_PROJECT_MX ? row.settings : undefined
}
