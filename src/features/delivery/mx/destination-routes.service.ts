// The destination of each recipient of own delivery.
import { domainOfAddress } from '../../../platform/addresses/email-address.ts'
import { createAnswerCache } from '../../../platform/caches/answer-cache.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/client.ts'
import type { FindMailServers } from '../../../platform/email/mx/mail-servers.ts'
import { ensureDestination } from '../../transports/index.ts'
import type { DestinationTransport } from '../../transports/index.ts'

/** The route to the mail servers of an address; undefined if it has none. */
export type FindDestinationRoute = (address: string) => Promise<number | undefined>

// A route that is not used for long is deleted, but not within a minute.
const ROUTE_FOR_MS = 60_000
const MOST_ROUTES = 10_000

type Parts = { db: Db; clock: Clock; findServers: FindMailServers; transport: DestinationTransport }

export function createDestinationRoutes({ db, clock, findServers, transport }: Parts): FindDestinationRoute {
  const routes = createAnswerCache<number>({ clock, most: MOST_ROUTES, lifetimeMs: () => ROUTE_FOR_MS })
  return async (address) => {
    const found = await findServers(domainOfAddress(address))
    if (found.status === 'none') return undefined
    const { destination: name } = found
    return routes(name, () => ensureDestination(db, { transport, name }))
  }
}
