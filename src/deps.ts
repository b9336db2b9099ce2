import type { BuildDeps } from './features/delivery/threads/serve-send-thread.ts'
import { systemClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import { openDatabase } from './platform/db/client.ts'
import type { Database } from './platform/db/client.ts'
import { ReadReplica } from './platform/db/server/read-replica.ts'
import type { Deps } from './platform/deps.ts'
import { createDns } from './platform/dns/dns.ts'
import { createLifecycle } from './platform/lifecycle.ts'
import { createLog } from './platform/log/log.ts'
import type { Log } from './platform/log/log.ts'
import { createMetrics } from './platform/metrics/metrics.ts'
import { createObjectStore } from './platform/objects/object-store.ts'
import { createHttpClient } from './platform/outgoing/http-client.ts'
import { entryPoint } from './platform/program.ts'
import { createPublicUrl } from './platform/public-url.ts'
import { createSecrets, readEncryptionKey } from './platform/secrets/secrets.ts'
import { watchEventLoop } from './platform/metrics/event-loop-delay.ts'
import { countDeadlocks, countReads, watchPooler, watchProcess } from './platform/metrics/process-metrics.ts'
import { createThreadPool, THREADS } from './platform/threads/thread-pool.ts'
import { createTracer } from './platform/tracing/tracer.ts'

/**
 * Builds the dependencies of all features; nothing else does. Nothing connects or listens yet.
 * `isServing`: the node will answer HTTP.
 */
export function buildDeps(config: Config, { isServing }: { isServing: boolean }): Deps {
  const log = createLog(config.LOG_LEVEL)
  const metrics = createMetrics()
  const database = openDatabase({
    poolSize: config.DATABASE_POOL_SIZE,
    log,
    onDeadlock: countDeadlocks(metrics),
  })
  watchProcess(metrics, database)
  watchEventLoop(metrics)
  return {
    ...partsOf({ config, database, log, isServing }),
    log,
    metrics,
    threads: createThreadPool({ entry: entryPoint('threads', import.meta.url), size: THREADS, log }),
    tracer: createTracer({ config, log, metrics }),
  }
}

/** The database of requests: that of all other work, or a PgBouncer before it. */
export function openRequestDatabase({ config, database, log, metrics }: Deps): Database {
  if (!config.DATABASE_DIRECT_URL) return database
  const pooled = openDatabase({
    poolSize: config.DATABASE_POOL_SIZE,
    log,
    onDeadlock: countDeadlocks(metrics),
    pooler: { direct: database },
  })
  watchPooler(metrics, pooled)
  return pooled
}

/** The standby that may answer requests, if there is one. Nothing connects yet. */
export function openReadReplica({ config, database, log, metrics }: Deps): ReadReplica | undefined {
  // Also without a standby: dashboards know every metric from the start.
  const onPicked = countReads(metrics)
  if (!config.READ_DATABASE_URL) return undefined
  const standby = openDatabase({ urls: config.READ_DATABASE_URL, poolSize: config.DATABASE_POOL_SIZE, log })
  return new ReadReplica({ primary: database, standby, log, onPicked })
}

// One claims, one records, and one reads contents: more would only wait for the same rows.
const SEND_THREAD_POOL_SIZE = 3

/** The dependencies of a send thread; log, metrics, traces and template threads are those of the main thread. */
export const buildSendThreadDeps: BuildDeps = (
  { config, urls, isServing },
  { log: output, metrics, threads, tracer },
) => {
  const log = createLog(config.LOG_LEVEL, output)
  const database = openDatabase({
    urls,
    poolSize: SEND_THREAD_POOL_SIZE,
    log,
    onDeadlock: countDeadlocks(metrics),
    // A plan made while the queue is short would scan a whole campaign for every batch of results, until PostgreSQL analyzes the
    // table a minute later.
    looksUpByKey: true,
  })
  return {
    ...partsOf({ config, database, log, isServing }),
    log,
    metrics,
    threads,
    tracer,
  }
}

type ThreadPartsInput = { config: Config; database: Database; log: Log; isServing: boolean }

/** The parts that each thread has for itself. */
function partsOf({ config, database, log, isServing }: ThreadPartsInput) {
  const dns = createDns({ servers: config.DNS_SERVERS })
  return {
    config,
    database,
    dns,
    http: createHttpClient({ dns, config }),
    clock: systemClock,
    objects: createObjectStore({ config, database, clock: systemClock, log }),
    secrets: createSecrets(readEncryptionKey(config)),
    lifecycle: createLifecycle(),
    publicUrl: createPublicUrl({ config, database, clock: systemClock }, { isServing }),
  }
}
