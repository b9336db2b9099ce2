// Starts the engines of routes: of transports that projects have added, and of the destinations of own delivery.
import type { Gate } from '../../platform/concurrency/gate.ts'
import type { Deps } from '../../platform/deps.ts'
import { hasManyServers, limitsOf } from '../../platform/email/mx/destination-limits.ts'
import { inTurn } from '../../platform/email/mx/local-addresses.ts'
import type { LocalAddresses } from '../../platform/email/mx/local-addresses.ts'
import { createMxTransport } from '../../platform/email/mx/mx-transport.ts'
import type { MxSettings } from '../../platform/email/mx/mx-url.ts'
import { createConnectionLimit } from '../../platform/email/smtp/connection-limit.ts'
import type { Transport } from '../../platform/email/transport.ts'
import { createHostGuard } from '../../platform/outgoing/host-guard.ts'
import type { LeasedDestination, TransportRow } from '../transports/index.ts'
import { createEmailComposer } from './compose/email-composer.service.ts'
import type { EmailLookups } from './compose/email-lookups.service.ts'
import { createHandOverGates, usedShare } from './hand-over-gates.ts'
import type { MxTools } from './mx/mx-tools.ts'
import { createDestinationRoutes } from './mx/destination-routes.service.ts'
import { createWarmUp } from './mx/warm-up.service.ts'
import { startSendEngine } from './send-engine.service.ts'
import type { EngineRoute, SendEngine } from './send-engine.service.ts'
import { createRecordTransport } from './transports/record-transport.ts'
import type { ConnectionShare } from './transports/record-transport.ts'
import { traitsOfRecord } from './transports/transport-traits.ts'

export type StartedEngine = {
  engine: SendEngine
  /** The route of its transport, which is its own unless it is a destination. */
  transportRouteId: number
  /** The used share of its connections; 0 to 1. */
  use: () => number
}

/** Own delivery. `row`: the transport of a project; undefined: MAIL_TRANSPORT. */
export type MxTransportOf = { settings: MxSettings; row: TransportRow | undefined }

export type EngineStarts = {
  /** Undefined if other threads have all connections of the transport. */
  startTransport(row: TransportRow): StartedEngine | undefined
  startDestination(destination: LeasedDestination, transport: MxTransportOf): StartedEngine
}

// RouteEngines lists all routes with due email much more often, and tells each engine.
const DESTINATION_POLL_MS = 30_000

export type EngineStartParts = {
  lookups: EmailLookups
  mx: MxTools
  owner: string
  memory: Gate
  shareOf: (connections: number) => ConnectionShare
  freshMs: number | undefined
  /** Emails were moved to the queue of this route. */
  onMoved: (routeId: number) => void
}

export function createEngineStarts(deps: Deps, parts: EngineStartParts): EngineStarts {
  const { lookups, owner, memory, freshMs, shareOf, onMoved, mx } = parts
  const tools = { ...deps, guard: createHostGuard(deps), findServers: mx.findServers }
  const findDestinationOf = (row: TransportRow | undefined) =>
    createDestinationRoutes({
      ...mx,
      db: deps.database.db,
      clock: deps.clock,
      transport: row && { projectId: row.project_id, transportId: row.id },
    })

  const start = (route: EngineRoute): StartedEngine => {
    const { transport, id, transportRouteId = id } = route
    const gates = createHandOverGates({
      connections: transport.limit.most,
      emailsAhead: deps.config.MARKETING_EMAILS_AHEAD,
    })
    const shared = { owner, gates, memory: withOwnEnd(memory), freshMs, onMoved }
    const engine = startSendEngine(deps, { route, ...shared })
    return { engine, transportRouteId, use: () => usedShare(transport.limit, gates) }
  }
  return {
    startTransport(row) {
      const share = shareOf(row.max_connections)
      if (share.most === 0) return undefined
      return start({
        id: row.route_id,
        transportId: row.id,
        transport: createRecordTransport(row, { tools, share }),
        // Own delivery only distributes email here; its destinations have the rate.
        ratePerSecond: row.type === 'mx' ? 0 : row.rate_per_second,
        composer: createEmailComposer(deps, { lookups, traits: traitsOfRecord(row) }),
        projectId: row.project_id,
        findDestination:
          row.type === 'mx' && deps.config.ALLOW_PROJECT_MX ? findDestinationOf(row) : undefined,
      })
    },
    startDestination({ routeId, name, transportRouteId, trouble }, { settings, row }) {
      const localAddresses = settings.localAddresses.length === 0 ? [''] : settings.localAddresses
      const warmUp = settings.warmUp
        ? createWarmUp({ db: deps.database.db, routeId, localAddresses })
        : undefined
      const transport = createDestinationTransport(
        { ...deps, mx },
        { name, settings, row, localAddresses: warmUp ?? inTurn(localAddresses) },
      )
      return start({
        id: routeId,
        transportId: row?.id,
        transportRouteId,
        transport,
        bucket: row ? `${row.name} (mx)` : 'mx',
        ratePerSecond: row?.rate_per_second ?? deps.config.SEND_RATE_PER_SECOND,
        composer: createEmailComposer(deps, { lookups, traits: row && traitsOfRecord(row) }),
        projectId: row?.project_id,
        findDestination: findDestinationOf(row),
        receiver: {
          name,
          hasManyServers: hasManyServers(name),
          trouble: trouble ? { ...trouble, isUnreachable: false } : undefined,
        },
        reserve: warmUp && (() => warmUp.reserve()),
        pollMs: DESTINATION_POLL_MS,
      })
    },
  }
}

type DestinationTransport = MxTransportOf & { name: string; localAddresses: LocalAddresses }

/** Delivers to the mail servers of one destination. */
export function createDestinationTransport(
  { mx, log }: Pick<Deps, 'log'> & Pick<EngineStartParts, 'mx'>,
  { name, settings, row, localAddresses }: DestinationTransport,
): Transport {
  const limits = limitsOf(name, settings.limits)
  const most = Math.min(limits.connections, row?.max_connections ?? Infinity)
  const transport = createMxTransport({
    ...mx,
    destination: name,
    localAddresses,
    port: settings.port,
    limits,
    limit: createConnectionLimit({ most }),
    onUnencrypted: (server, reason) =>
      log.info({ server, reason }, 'a mail server offers TLS, but it fails: email goes to it unencrypted'),
  })
  return row ? { ...transport, name: `${row.name} (${transport.name})` } : transport
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
