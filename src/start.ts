// Starts and stops one node, in an order that never serves a half-started service and finishes running work. During the start
// the port answers 503.
import { setTimeout as sleep } from 'node:timers/promises'
import { buildApp } from './app.ts'
import { buildDeps, openReadReplica, openRequestDatabase } from './deps.ts'
import { reserveDatabaseServer } from './database-server.ts'
import type { DatabaseServer } from './database-server.ts'
import { prepareOwner } from './features/accounts/index.ts'
import { preparePages } from './features/dashboard/index.ts'
import { releaseAbandonedEmails } from './features/delivery/queue/claim.service.ts'
import { warnOfSendingHost } from './features/delivery/mx/warn-of-sending-host.service.ts'
import { createSendThreads } from './features/delivery/threads/send-threads.service.ts'
import type { SendThreads } from './features/delivery/threads/send-threads.service.ts'
import { createTransport } from './features/delivery/transports/transports.ts'
import { startBounceListener } from './features/feedback/index.ts'
import { prepareGuide } from './features/guide/index.ts'
import { startSubmission } from './features/send/index.ts'
import { startNotingDue } from './features/segments/index.ts'
import { warmUpTemplates } from './features/templates/index.ts'
import { releaseAllTurns } from './features/webhooks/index.ts'
import { bootstrap } from './features/projects/index.ts'
import type { Bootstrap } from './features/projects/index.ts'
import type { Config } from './platform/config.ts'
import { checkPooler } from './platform/db/server/pooler.ts'
import { savePublicUrl } from './platform/db/installation.ts'
import { JOB_LIMIT_MS, NO_LIMIT_MS } from './platform/db/failures/statement-limits.ts'
import type { Deps } from './platform/deps.ts'
import { findFreePort } from './platform/free-port.ts'
import type { App } from './platform/http/app-types.ts'
import { createRateLimiter } from './platform/http/access/rate-limit.ts'
import { createHealthServer } from './platform/http/health-server.ts'
import { unlockAllJobs } from './platform/jobs/heartbeat.ts'
import { startJobRunner } from './platform/jobs/runner.ts'
import { withFolderAdvice } from './platform/postgres/data-folder/folder-error.ts'
import { entryPoint, START_COMMAND } from './platform/program.ts'
import { describeBadLinks } from './platform/public-url.ts'
import { terminal } from './platform/terminal.ts'
import { watchStalledWork } from './platform/work/work-audit.ts'
import { registerWorkGauges } from './platform/work/work-gauges.ts'
import { startWork } from './platform/work/work-loop.ts'
import { requireSameStore } from './platform/objects/require-same-store.ts'
import { watchKeyring } from './platform/secrets/project-keys.ts'
import { requireSameKey } from './platform/secrets/same-key.ts'
import { prepareDatabase } from './prepare-database.ts'
import type { Role } from './roles.ts'
import { buildHandlers, buildWork, WORK_AUDITS } from './worker.ts'

// After a SIGTERM requests and jobs have this long to finish; then they are aborted. Together with stopping the database it
// stays below the 30 s after which service managers kill.
const FINISH_TIMEOUT_MS = 20_000
const CLOSE_TIMEOUT_MS = 2_000
const IDLE_SWEEP_MS = 100
// Warming up takes 0.7 s of processor time, which the first seconds of a node need for other things: connections, schedules,
// the callers that waited for it. A person takes longer than this to copy the first command from the banner.
const WARM_UP_DELAY_MS = 5_000

export type Node = {
  /** The settings in use: for PORT=0 with the actual port. */
  config: Config
  address: string | undefined
  /** The folder of the embedded database; undefined with DATABASE_URL. */
  cluster: string | undefined
  firstStart: Bootstrap | undefined
  /** The token of the set-up link; undefined once there is an account. */
  setupToken: string | undefined
  /** A problem that the operator should fix before sending emails. */
  warning: string | undefined
  stop(): Promise<void>
}

/** `urgent` is aborted when the node must end at once: it waits for nothing but the embedded database. */
type StartOptions = {
  role: Role
  urgent: AbortSignal
  /** Requests and jobs have this long to finish when the node stops. */
  finishMs?: number
}

/** `work`: background work. */
type Parts = {
  deps: Deps
  /** `deps` with the database of requests. */
  requestDeps: Deps
  app?: App
  server?: DatabaseServer
  work: { stop(): Promise<void> }[]
  sendThreads?: SendThreads
  urgent: AbortSignal
  finishMs: number
}

export async function startNode(settings: Config, options: StartOptions): Promise<Node> {
  const { role, urgent, finishMs = FINISH_TIMEOUT_MS } = options
  const config = settings.PORT === 0 && role !== 'worker' ? await withFreePort(settings) : settings
  const parts: Parts = await withFolderAdvice(config.DATA_DIR, async () => {
    const deps = buildDeps(config, { isServing: role !== 'worker' })
    const requestDeps = role === 'worker' ? deps : withRequestDatabases(deps)
    return { deps, requestDeps, work: [], urgent, finishMs }
  })
  try {
    return await unlessAborted(bringUp(parts, role), urgent)
  } catch (error) {
    await takeDown(parts)
    // Another program has taken the free port meanwhile.
    if (config !== settings && error instanceof PortTakenError) return startNode(settings, options)
    throw error
  }
}

const withRequestDatabases = (deps: Deps): Deps => {
  const database = openRequestDatabase(deps)
  return { ...deps, database, replica: openReadReplica({ ...deps, database }) }
}

class PortTakenError extends Error {
  constructor({ HOST }: Config, { name, port }: PortSetting) {
    super(
      `Port ${port} of ${HOST} is in use by another program. Choose another with ${name}, for example: ${name}=${port + 1} ${START_COMMAND}`,
    )
  }
}

/** For PORT=0 the port is determined first, because links and the API description contain it. */
async function withFreePort(config: Config): Promise<Config> {
  const port = await findFreePort(config.HOST)
  return { ...config, PORT: port, publicUrl: config.PUBLIC_URL ?? `http://localhost:${port}` }
}

async function bringUp(parts: Parts, role: Role): Promise<Node> {
  const { deps, requestDeps } = parts
  const { config, database, lifecycle } = deps
  // Reject an unsupported transport before touching the database.
  await createTransport(deps).close()
  if (role !== 'api') parts.sendThreads = loadSendThreads(parts, role)
  parts.server = await reserveDatabaseServer(config, 'starting')
  const address = role === 'worker' ? await listenForHealth(parts) : await listen(parts)
  if (address !== undefined) parts.server.setNote(`serving at ${address}`)
  const { urls, poolerUrls, cluster } = await parts.server.start({
    onLog: (line, level = 'info') => deps.log[level](line),
    urgent: parts.urgent,
  })
  await database.connectTo(urls)
  await prepareDatabase(deps)
  if (poolerUrls && role !== 'worker') {
    await requestDeps.database.connectTo(poolerUrls)
    await checkPooler({ pooled: requestDeps.database.pool, direct: database.pool })
  }
  await requireSameKey(database.db, deps)
  await requireSameStore(database.db, deps)
  parts.work.push({ stop: await watchKeyring(deps) })
  if (role !== 'worker') {
    await savePublicUrl(database.db, { url: config.publicUrl, isSet: config.PUBLIC_URL !== undefined })
  }
  const firstStart = await bootstrap(database.db, {
    secretKey: config.BOOTSTRAP_SECRET_KEY,
    publicKey: config.BOOTSTRAP_PUBLIC_KEY,
    now: deps.clock.now(),
  })
  const setupToken =
    role === 'worker' ? undefined : await prepareOwner(database.db, { config, now: deps.clock.now() })
  // We hold the data folder, so no other node uses this database: claims of a killed predecessor are released.
  if (cluster !== undefined) {
    const patient = { ...deps, database: database.within(NO_LIMIT_MS) }
    await unlockAllJobs(patient.database.db)
    await releaseAbandonedEmails(patient)
    await releaseAllTurns(patient.database.db, deps.clock.now())
  }
  if (role !== 'api') {
    parts.work.push(await startJobRunner(deps, buildHandlers(deps)))
    watchStalledWork(deps, WORK_AUDITS)
    const workDeps = { ...deps, database: database.within(JOB_LIMIT_MS) }
    const kinds = buildWork(deps)
    registerWorkGauges(deps, kinds)
    parts.work.push(startWork(workDeps, kinds))
    parts.work.push(startNotingDue(deps))
    await parts.sendThreads?.start(urls)
    void warnOfSendingHost(deps)
    parts.work.push(await startBounceListener(deps))
  }
  if (role !== 'worker') {
    parts.work.push(
      await startSubmission(requestDeps, { limiter: createRateLimiter(requestDeps.database.db) }),
    )
  }
  const warning = describeBadLinks(config, await deps.publicUrl.find())
  if (warning !== undefined) deps.log.warn(warning)
  // A terminal shows it at the end of the banner.
  if (setupToken !== undefined && !terminal.isWatched) {
    const link = `${config.publicUrl}/setup/${setupToken}`
    deps.log.warn(`nobody has an account yet: create the owner's account within the next hour at ${link}`)
  }
  lifecycle.state = 'ready'
  if (role !== 'worker') setTimeout(() => void warmUpTemplates(deps.threads), WARM_UP_DELAY_MS).unref()
  return { config, address, cluster, firstStart, setupToken, warning, stop: () => takeDown(parts) }
}

/** Their code loads while the database starts. */
function loadSendThreads({ deps, work }: Parts, role: Role): SendThreads {
  if (deps.config.sendThreads === 0) {
    throw new Error(
      'With SEND_THREADS=0 no emails are sent. Set it to 1 or more, or start this node with --role api.',
    )
  }
  const entry = entryPoint('send-thread', import.meta.url)
  const threads = createSendThreads(deps, { entry, isServing: role !== 'worker' })
  work.push(threads)
  return threads
}

async function listen(parts: Parts): Promise<string> {
  const { config } = parts.deps
  const pages = preparePages(parts.deps)
  const guide = prepareGuide(parts.deps)
  parts.work.push(pages, guide)
  parts.app = await buildApp(parts.requestDeps, { pages, guide })
  return listenOn(parts.app, config, { name: 'PORT', port: config.PORT })
}

/** A worker has no API; health checks use this port. */
async function listenForHealth(parts: Parts): Promise<undefined> {
  const { config } = parts.deps
  if (config.HEALTH_PORT === undefined) return
  parts.app = createHealthServer(parts.deps)
  await listenOn(parts.app, config, { name: 'HEALTH_PORT', port: config.HEALTH_PORT })
}

type PortSetting = { name: 'PORT' | 'HEALTH_PORT'; port: number }

async function listenOn(app: App, config: Config, setting: PortSetting): Promise<string> {
  try {
    return await app.listen({ port: setting.port, host: config.HOST })
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? new PortTakenError(config, setting) : error
  }
}

/**
 * Stops jobs and delivery and finishes requests; then closes connections, and last the embedded database. A step that fails or
 * hangs does not prevent the next one.
 */
async function takeDown(parts: Parts): Promise<void> {
  const { deps, requestDeps, app, server, work, sendThreads, urgent, finishMs } = parts
  deps.lifecycle.state = 'stopping'
  const stopping = [...work.map((one) => one.stop()), app?.close()].filter((one) => one !== undefined)
  // close() ends connections that are idle now, but not those that become idle later.
  const sweep = setInterval(() => app?.server.closeIdleConnections(), IDLE_SWEEP_MS)
  await finish(deps, stopping, { limitMs: finishMs, urgent })
  clearInterval(sweep)
  app?.server.closeAllConnections()
  const ending = sendThreads ? [sendThreads.terminate()] : []
  deps.http.close()
  deps.objects.close()
  const databases = [...new Set([deps.database, requestDeps.database])].map((one) => one.close())
  const closing = [
    ...ending,
    deps.threads.close(),
    ...databases,
    requestDeps.replica?.close(),
    deps.tracer.close(),
  ].filter((one) => one !== undefined)
  await finish(deps, closing, { limitMs: CLOSE_TIMEOUT_MS, urgent })
  await server?.stop()
}

async function finish(
  { log }: Deps,
  work: Promise<unknown>[],
  { limitMs, urgent }: { limitMs: number; urgent: AbortSignal },
): Promise<void> {
  const finished = new AbortController()
  const results = await Promise.race([
    Promise.allSettled(work),
    sleep(limitMs, undefined, { signal: AbortSignal.any([finished.signal, urgent]) }).catch(() => undefined),
  ])
  finished.abort()
  if (!results) log.warn('stopping now: unfinished work is aborted')
  for (const result of results ?? []) {
    if (result.status === 'rejected') log.warn({ err: result.reason as unknown }, 'stopping failed in part')
  }
}

/** Rejects when the signal is aborted, without waiting for the work. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const giveUp = () => reject(signal.reason as Error)
  if (signal.aborted) giveUp()
  signal.addEventListener('abort', giveUp)
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}
