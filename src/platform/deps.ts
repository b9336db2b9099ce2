import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './db/client.ts'
import type { Dns } from './dns/dns.ts'
import type { Lifecycle } from './lifecycle.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { Secrets } from './secrets.ts'
import type { ThreadPool } from './threads/thread-pool.ts'

/** What a feature is given. Built in src/deps.ts, by hand in tests; nothing else constructs these. */
export type Deps = {
  config: Config
  log: Log
  clock: Clock
  secrets: Secrets
  metrics: Metrics
  database: Database
  dns: Dns
  lifecycle: Lifecycle
  threads: ThreadPool
}
