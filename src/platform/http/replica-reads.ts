// Routes that only read may be answered by a standby of the database (config.readsReplica). If that fails on the way, the
// handler runs again on the primary.
import { isDatabaseError, isReplayConflict } from '../db/failures/database-errors.ts'
import type { ReadReplica } from '../db/server/read-replica.ts'
import type { App } from './app-types.ts'

export function installReplicaReads(app: App, replica: ReadReplica | undefined): void {
  app.decorateRequest('replica', undefined)
  if (!replica) return

  app.addHook('preHandler', async (request) => {
    if (request.routeOptions.config.readsReplica) request.replica = await replica.pick()
  })

  app.addHook('onRoute', (route) => {
    if (!route.config?.readsReplica) return
    const { handler } = route
    route.handler = async function (request, reply): Promise<unknown> {
      try {
        return await (handler.call(this, request, reply) as unknown)
      } catch (error) {
        if (!request.replica || reply.sent || !isDatabaseError(error)) throw error
        if (!isReplayConflict(error)) replica.suspect()
        request.replica = undefined
        return await (handler.call(this, request, reply) as unknown)
      }
    }
  })
}
