import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './db/client.ts'
import type { ReadReplica } from './db/server/read-replica.ts'
import type { Dns } from './dns/dns.ts'
import type { Lifecycle } from './lifecycle.ts'
import type { Log } from './log/log.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { ObjectStore } from './objects/object-store.ts'
import type { HttpClient } from './outgoing/http-client.ts'
import type { PublicUrl } from './public-url.ts'
import type { Secrets } from './secrets/secrets.ts'
import type { ThreadPool } from './threads/thread-pool.ts'
import type { Tracer } from './tracing/span.ts'

/** The dependencies of a feature. Built in src/deps.ts, by hand in tests; nothing else constructs these. */
export type Deps = {
  config: Config
  log: Log
  clock: Clock
  secrets: Secrets
  metrics: Metrics
  database: Database
  /** The standby of READ_DATABASE_URL, for requests that only read. */
  replica?: ReadReplica | undefined
  /** The bytes that are not in PostgreSQL; without OBJECT_STORE there are none. */
  objects: ObjectStore
  dns: Dns
  /** For requests to URLs that tenants choose. */
  http: HttpClient
  lifecycle: Lifecycle
  threads: ThreadPool
  /** Records the spans of traces. */
  tracer: Tracer
  /** The base of links in email. config.publicUrl is the address of this node itself, if it answers HTTP. */
  publicUrl: PublicUrl
}
