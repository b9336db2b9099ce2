// The engines of a thread: one for MAIL_TRANSPORT, which always runs, and one for each transport of a project with due
// email. So a transport that does not work, or works slowly, holds up nothing but its own email.
import { createGate } from '../../platform/concurrency/gate.ts'
import type { Gate } from '../../platform/concurrency/gate.ts'
import type { Deps } from '../../platform/deps.ts'
import { isMxUrl } from '../../platform/email/mx/mx-url.ts'
import type { Transport } from '../../platform/email/transport.ts'
import { INSTANCE_ROUTE } from '../transports/index.ts'
import { createEmailComposer } from './compose/email-composer.service.ts'
import { createEmailLookups } from './compose/email-lookups.service.ts'
import { createHandOverGates, usedShare } from './hand-over-gates.ts'
import type { HandOverGates } from './hand-over-gates.ts'
import { createDestinationRoutes } from './mx/destination-routes.service.ts'
import { createMxTools } from './mx/mx-tools.ts'
import { listenForEmail } from './queue/email-signal.ts'
import { createRouteEngines } from './route-engines.service.ts'
import { startSendEngine } from './send-engine.service.ts'
import type { SendEngine } from './send-engine.service.ts'
import { watchConnections, watchTrouble } from './transports/connection-metrics.ts'
import { INBOX } from './transports/inbox-transport.ts'
import type { ConnectionShare } from './transports/record-transport.ts'

// Five emails with the largest attachments, or thousands of ordinary ones.
export const MOST_BYTES = 256 * 1_048_576

export type EnginesParts = {
  /** The transport of MAIL_TRANSPORT. */
  transport: Transport
  /** Identifies the leases. */
  owner: string
  /** The gates of the engine of MAIL_TRANSPORT. */
  gates: HandOverGates
  /** Limits the bytes of emails that are being composed or wait for a connection. */
  memory: Gate
  shareOf: (connections: number) => ConnectionShare
  /** How long the facts of a claim are trusted; see createFinalCheck. */
  freshMs?: number | undefined
}

export type Engines = Omit<SendEngine, 'restMs'> & {
  /** The used share of the connections of the transport that is used most; 0 to 1. */
  readonly use: number
}

export function startEngines(deps: Deps, parts: EnginesParts): Engines {
  const { transport, gates, owner, memory, freshMs, shareOf } = parts
  const lookups = createEmailLookups(deps)
  const isMx = isMxUrl(deps.config.MAIL_TRANSPORT)
  const mx = createMxTools(deps)
  const routeEngines = createRouteEngines(deps, { lookups, mx, owner, memory, freshMs, shareOf })
  const instance = startSendEngine(deps, {
    route: {
      id: INSTANCE_ROUTE,
      transport,
      // Email that stays on this machine needs no limit: a developer trying things out should not wait. Own delivery
      // only distributes it here.
      ratePerSecond: transport.name === INBOX || isMx ? 0 : deps.config.SEND_RATE_PER_SECOND,
      composer: createEmailComposer(deps, { lookups }),
      findDestination: isMx
        ? createDestinationRoutes({ ...mx, db: deps.database.db, clock: deps.clock, transport: undefined })
        : undefined,
    },
    owner,
    gates,
    memory,
    freshMs,
    onMoved: (routeId) => routeEngines.notifyMoved(routeId),
  })
  return {
    get state() {
      return instance.state
    },
    get use() {
      return Math.max(usedShare(transport.limit, gates), routeEngines.use)
    },
    // New email is in the queue of MAIL_TRANSPORT.
    notifyNewEmail: (projectIds) => instance.notifyNewEmail(projectIds),
    notifyWithdrawal(projectIds) {
      instance.notifyWithdrawal(projectIds)
      routeEngines.notifyWithdrawal(projectIds)
    },
    async stop() {
      await Promise.all([instance.stop(), routeEngines.stop()])
    },
  }
}

export type LocalEngines = Pick<Engines, 'stop'>

/** Starts the engines in the calling thread, with a listener for new email of their own. */
export async function startLocalEngines(
  deps: Deps,
  transport: Transport,
  options: Pick<EnginesParts, 'freshMs'> = {},
): Promise<LocalEngines> {
  watchConnections(deps.metrics, () => [transport.limit])
  const engines = startEngines(deps, {
    transport,
    owner: crypto.randomUUID(),
    gates: createHandOverGates({
      connections: transport.limit.most,
      emailsAhead: deps.config.MARKETING_EMAILS_AHEAD,
    }),
    memory: createGate(MOST_BYTES),
    shareOf: (connections) => ({ most: connections, users: 1 }),
    ...options,
  })
  watchTrouble(deps.metrics, deps.clock, () => [engines.state])
  const signal = await listenForEmail(deps.database, {
    log: deps.log,
    onEmail: (projectIds) => engines.notifyNewEmail(projectIds),
    onWithdrawn: (projectIds) => engines.notifyWithdrawal(projectIds),
  })
  return {
    async stop() {
      await engines.stop()
      await signal.close()
    },
  }
}
