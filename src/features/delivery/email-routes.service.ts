// Decides by which transport an email leaves. Every email begins in the queue of MAIL_TRANSPORT, and its engine moves it
// to the first transport of its sender that works.
import { createAnswerCache } from '../../platform/caches/answer-cache.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/client.ts'
import { listFailingRoutes } from '../transports/index.ts'
import type { FailingRoute } from '../transports/index.ts'
import type { EmailComposer } from './compose/email-composer.service.ts'
import type { FindDestinationRoute } from './mx/destination-routes.service.ts'
import type { ClaimedEmail } from './queue/claim.queries.ts'

export type EmailRoutes = {
  /** The route by which an email has to leave, if it is not that of this engine. @throws EmailComposeError */
  findOther(email: ClaimedEmail): Promise<number | undefined>
  /** Another route to try, for an email that the transport of this engine did not accept. @throws EmailComposeError */
  findFallback(email: ClaimedEmail): Promise<number | undefined>
}

// A transport that has begun to fail costs each email of this time one attempt.
const FAILING_FOR_MS = 1_000
const MOST_ANSWERS = 1_000

type Parts = {
  db: Db
  clock: Clock
  composer: Pick<EmailComposer, 'routesOf'>
  routeId: number
  /** The route of its transport: another one where the engine is that of a destination. */
  transportRouteId: number
  /** Only for own delivery. */
  findDestination?: FindDestinationRoute | undefined
}

export function createEmailRoutes(parts: Parts): EmailRoutes {
  const { db, clock, composer, routeId, transportRouteId, findDestination } = parts
  const failing = createAnswerCache<readonly FailingRoute[]>({
    clock,
    most: MOST_ANSWERS,
    lifetimeMs: () => FAILING_FOR_MS,
  })
  const failingOf = (routes: readonly number[]) => failing(routes.join(), () => listFailingRoutes(db, routes))
  return {
    async findOther(email) {
      const routes = await composer.routesOf(email)
      if (routes.includes(transportRouteId)) {
        const destination = await findDestination?.(email.address)
        return destination === routeId ? undefined : destination
      }
      if (routes.length === 1) return routes[0]
      const failed = (await failingOf(routes)).map((one) => one.routeId)
      return routes.find((route) => !failed.includes(route)) ?? routes[0]
    },
    async findFallback(email) {
      const others = (await composer.routesOf(email)).filter((route) => route !== transportRouteId)
      if (others.length === 0) return undefined
      // It would only wait here: one that failed before may be tried again.
      const resting = (await failingOf(others)).filter((one) => one.isResting).map((one) => one.routeId)
      return others.find((route) => !resting.includes(route))
    },
  }
}
