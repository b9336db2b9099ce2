import { systemClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import { openDatabase } from './platform/db/client.ts'
import type { Deps } from './platform/deps.ts'
import { createDns } from './platform/dns/dns.ts'
import { createLifecycle } from './platform/lifecycle.ts'
import { createLog } from './platform/log.ts'
import { createMetrics } from './platform/metrics.ts'
import { createPublicUrl } from './platform/public-url.ts'
import { createSecrets, readEncryptionKey } from './platform/secrets.ts'
import { countDeadlocks, watchProcess } from './platform/process-metrics.ts'
import { createThreadPool, THREADS } from './platform/threads/thread-pool.ts'

/**
 * Builds everything that features are given; the only place that does. Nothing connects or listens yet.
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
  return {
    config,
    log,
    metrics,
    database,
    dns: createDns({ servers: config.DNS_SERVERS }),
    clock: systemClock,
    secrets: createSecrets(readEncryptionKey(config)),
    lifecycle: createLifecycle(),
    publicUrl: createPublicUrl({ config, database, clock: systemClock }, { isServing }),
    threads: createThreadPool({ entry: new URL('threads.ts', import.meta.url), size: THREADS, log }),
  }
}
