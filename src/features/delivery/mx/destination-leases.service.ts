// The destinations that this worker sends to. It holds a lease on each: no other worker of any node sends to it meanwhile.
import type { Db } from '../../../platform/db/client.ts'
import { leaseDestinations, releaseDestinations, renewDestinations } from '../../transports/index.ts'
import type { LeasedDestination } from '../../transports/index.ts'

const LEASE_SECONDS = 20
const RENEW_EVERY_MS = 5_000

/** Enough to be busy while some receivers are slow to answer; each has connections and buffers. */
const MOST_DESTINATIONS = 200

export type DestinationLeases = {
  /** Leases some of these destinations, as far as others do not have them. */
  take(routeIds: readonly number[]): Promise<LeasedDestination[]>
  /** Renews the leases when it is time. Returns the destinations that were lost. */
  renew(): Promise<number[]>
  release(routeId: number): Promise<void>
}

export function createDestinationLeases({ db, owner }: { db: Db; owner: string }): DestinationLeases {
  const held = new Set<number>()
  let renewedAtMs = -Infinity
  return {
    async take(routeIds) {
      const wanted = routeIds.filter((routeId) => !held.has(routeId))
      const most = MOST_DESTINATIONS - held.size
      if (wanted.length === 0 || most <= 0) return []
      const leased = await leaseDestinations(db, {
        owner,
        routeIds: wanted,
        most,
        leaseSeconds: LEASE_SECONDS,
      })
      for (const { routeId } of leased) held.add(routeId)
      return leased
    },
    async renew() {
      if (held.size === 0 || performance.now() - renewedAtMs < RENEW_EVERY_MS) return []
      const routeIds = [...held]
      const kept = await renewDestinations(db, { owner, routeIds, leaseSeconds: LEASE_SECONDS })
      renewedAtMs = performance.now()
      const lost = routeIds.filter((routeId) => !kept.has(routeId))
      for (const routeId of lost) held.delete(routeId)
      return lost
    },
    async release(routeId) {
      if (held.delete(routeId)) await releaseDestinations(db, { owner, routeIds: [routeId] })
    },
  }
}
