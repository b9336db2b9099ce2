// Starts the engines of routes: of transports that projects have added, and of the destinations of own delivery.
import type { Gate } from '../../platform/concurrency/gate.ts'
import type { Deps } from '../../platform/deps.ts'
import { hasManyServers, limitsOf } from '../../platform/email/mx/destination-limits.ts'
import { inTurn } from '../../platform/email/mx/local-addresses.ts'
import { createMxTransport } from '../../platform/email/mx/mx-transport.ts'
import { readMxUrl } from '../../platform/email/mx/mx-url.ts'
import { createConnectionLimit } from '../../platform/email/smtp/connection-limit.ts'
import { createHostGuard } from '../../platform/outgoing/host-guard.ts'
import type { LeasedDestination, TransportRow } from '../transports/index.ts'
import { createEmailComposer } from './compose/email-composer.service.ts'
import { createHandOverGates, usedShare } from './hand-over-gates.ts'
import { createDestinationRoutes } from './mx/destination-routes.service.ts'
import { createWarmUp } from './mx/warm-up.service.ts'
import type { RouteEnginesParts } from './route-engines.service.ts'
import { startSendEngine } from './send-engine.service.ts'
import type { EngineRoute, SendEngine } from './send-engine.service.ts'
import { createRecordTransport } from './transports/record-transport.ts'
import { traitsOfRecord } from './transports/transport-traits.ts'

export type StartedEngine = {
  engine: SendEngine
  /** The route of its transport, which is its own unless it is a destination. */
  transportRouteId: number
  /** The used share of its connections; 0 to 1. */
  use: () => number
}

export type EngineStarts = {
  /** Undefined if other threads have all connections of the transport. */
  startTransport(row: TransportRow): StartedEngine | undefined
  /** `row`: the transport of a project; undefined: MAIL_TRANSPORT. */
  startDestination(destination: LeasedDestination, row: TransportRow | undefined): StartedEngine
}

// RouteEngines lists all routes with due email much more often, and tells each engine.
const DESTINATION_POLL_MS = 30_000

type Parts = RouteEnginesParts & { onMoved: (routeId: number) => void }

export function createEngineStarts(deps: Deps, parts: Parts): EngineStarts {
  const { lookups, owner, memory, freshMs, shareOf, onMoved, mx } = parts
  const tools = { ...deps, guard: createHostGuard(deps) }

  const start = (route: EngineRoute): StartedEngine => {
    const { transport, id, transportRouteId = id } = route
    const gates = createHandOverGates(transport.limit.most)
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
        transport: createRecordTransport(row, { tools, share }),
        ratePerSecond: row.rate_per_second,
        composer: createEmailComposer(deps, { lookups, traits: traitsOfRecord(row) }),
        projectId: row.project_id,
      })
    },
    startDestination({ routeId, name, transportRouteId, trouble }, row) {
      const settings = readMxUrl(deps.config.MAIL_TRANSPORT)
      const limits = limitsOf(name, settings.limits)
      const localAddresses = settings.localAddresses.length === 0 ? [''] : settings.localAddresses
      const warmUp = settings.warmUp
        ? createWarmUp({ db: deps.database.db, routeId, localAddresses })
        : undefined
      const transport = createMxTransport({
        ...mx,
        localAddresses: warmUp ?? inTurn(localAddresses),
        destination: name,
        port: settings.port,
        limits,
        limit: createConnectionLimit({ most: limits.connections }),
        onUnencrypted: (server, reason) =>
          deps.log.info(
            { server, reason },
            'a mail server offers TLS, but it fails: email goes to it unencrypted',
          ),
      })
      return start({
        id: routeId,
        transportRouteId,
        transport,
        bucket: 'mx',
        ratePerSecond: deps.config.SEND_RATE_PER_SECOND,
        composer: createEmailComposer(deps, { lookups }),
        findDestination: createDestinationRoutes({
          ...mx,
          db: deps.database.db,
          clock: deps.clock,
          transport: undefined,
        }),
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
