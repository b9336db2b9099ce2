// One node: builds it, brings it up in an order that never serves half a service, and takes it down again without
// dropping what it has begun. While it comes up, the port answers 503, so a caller knows that it is coming.
import { buildApp } from './app.ts'
import { buildDeps } from './deps.ts'
import { reserveDatabaseServer } from './database-server.ts'
import type { DatabaseServer } from './database-server.ts'
import { bootstrap } from './features/projects/index.ts'
import type { Bootstrap } from './features/projects/index.ts'
import type { Config } from './platform/config.ts'
import type { Deps } from './platform/deps.ts'
import type { App } from './platform/http/app-types.ts'
import { startJobRunner } from './platform/jobs/runner.ts'
import type { JobRunner } from './platform/jobs/runner.ts'
import { prepareDatabase } from './prepare-database.ts'
import type { Role } from './roles.ts'
import { buildHandlers } from './worker.ts'

export type Node = {
  address: string | undefined
  isEmbedded: boolean
  firstStart: Bootstrap | undefined
  stop(): Promise<void>
}

type Parts = { deps: Deps; app?: App; server?: DatabaseServer; runner?: JobRunner }

export async function startNode(config: Config, { role }: { role: Role }): Promise<Node> {
  const parts: Parts = { deps: buildDeps(config) }
  try {
    return await bringUp(parts, role)
  } catch (error) {
    await takeDown(parts)
    throw error
  }
}

async function bringUp(parts: Parts, role: Role): Promise<Node> {
  const { deps } = parts
  const { config, database, lifecycle } = deps
  parts.server = await reserveDatabaseServer(config)
  const address = role === 'worker' ? undefined : await listen(parts)
  if (address !== undefined) parts.server.setNote(`serving at ${address}`)
  await database.connectTo(await parts.server.start((line) => deps.log.info(line)))
  await prepareDatabase(deps)
  const firstStart = await bootstrap(database.db, {
    secretKey: config.BOOTSTRAP_SECRET_KEY,
    publicKey: config.BOOTSTRAP_PUBLIC_KEY,
    now: deps.clock.now(),
  })
  if (role !== 'api') parts.runner = await startJobRunner(deps, buildHandlers(deps))
  lifecycle.state = 'ready'
  return { address, isEmbedded: config.DATABASE_URL === undefined, firstStart, stop: () => takeDown(parts) }
}

async function listen(parts: Parts): Promise<string> {
  const { config } = parts.deps
  parts.app = await buildApp(parts.deps)
  try {
    return await parts.app.listen({ port: config.PORT, host: config.HOST })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new Error(
      `Port ${config.PORT} of ${config.HOST} is taken by another program. Choose another with PORT, for example: PORT=${config.PORT + 1} npm start`,
    )
  }
}

/** Jobs are told to stop and requests to finish; then the connections go, and last the database, if it is ours. */
async function takeDown({ deps, app, server, runner }: Parts): Promise<void> {
  deps.lifecycle.state = 'stopping'
  await Promise.all([runner?.stop(), app?.close()])
  await deps.database.close()
  await server?.stop()
}
