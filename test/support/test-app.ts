// The very app that is served, on a database of its own, asked without a socket.
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { watchQueue } from '../../src/features/delivery/queue/queue-metrics.ts'
import { createProject } from '../../src/features/projects/index.ts'
import type { Clock } from '../../src/platform/clock.ts'
import { readConfig } from '../../src/platform/config.ts'
import { openDatabase } from '../../src/platform/db/client.ts'
import type { Deps } from '../../src/platform/deps.ts'
import { createDns } from '../../src/platform/dns/dns.ts'
import type { App } from '../../src/platform/http/app-types.ts'
import type { ProjectId } from '../../src/platform/ids.ts'
import { createLifecycle } from '../../src/platform/lifecycle.ts'
import { createLog } from '../../src/platform/log/log.ts'
import { createMetrics } from '../../src/platform/metrics/metrics.ts'
import { countDeadlocks, watchProcess } from '../../src/platform/metrics/process-metrics.ts'
import { createObjectStore, STORE_LIMITS } from '../../src/platform/objects/object-store.ts'
import { createHttpClient } from '../../src/platform/outgoing/http-client.ts'
import { createPublicUrl } from '../../src/platform/public-url.ts'
import { createSecrets } from '../../src/platform/secrets/secrets.ts'
import { createThreadPool, THREADS } from '../../src/platform/threads/thread-pool.ts'
import type { ThreadPool } from '../../src/platform/threads/thread-pool.ts'
import { createTracer } from '../../src/platform/tracing/tracer.ts'
import { createTestDatabase } from './database/test-database.ts'
import type { TestDatabase } from './database/test-database.ts'

/** A clock that runs with the real one until a test turns or stops it. */
export type TestClock = Clock & {
  advance(ms: number): void
  /** Lets it stand still until the end of the test, for what must not happen yet however slow the machine is. */
  stop(): void
}

export type TestProject = { projectId: ProjectId; secretKey: string; publicKey: string }
export type TestApp = {
  app: App
  deps: Deps
  clock: TestClock
  url: string
  project: TestProject
  other: TestProject
}

export const ENCRYPTION_KEY = 'a key for tests that is long enough to pass'

function createTestClock(): TestClock {
  let offsetMs = 0
  let source = () => Date.now()
  return {
    now: () => new Date(source() + offsetMs),
    advance: (ms) => void (offsetMs += ms),
    stop() {
      const stoppedAt = Date.now()
      source = () => stoppedAt
      onTestFinished(() => void (source = () => Date.now()))
    },
  }
}

// A store that a test repairs works at once.
const STORE_LIMITS_OF_TESTS = { ...STORE_LIMITS, pausesMs: [1, 1], restMs: 0 }

/** Deps on a given database. Settings are those of an empty environment unless overridden. */
export function buildTestDeps(
  url: string,
  settings: Record<string, string> = {},
): Deps & { clock: TestClock } {
  const config = readConfig({
    DATABASE_URL: url,
    ENCRYPTION_KEY,
    API_RATE_PER_MINUTE: '0',
    LOG_LEVEL: 'silent',
    DATABASE_POOL_SIZE: '10',
    ...settings,
  })
  const log = createLog(config.LOG_LEVEL)
  const metrics = createMetrics()
  const database = openDatabase({
    urls: [url],
    poolSize: config.DATABASE_POOL_SIZE,
    log,
    onDeadlock: countDeadlocks(metrics),
  })
  watchProcess(metrics, database)
  watchQueue({ metrics, database })
  const clock = createTestClock()
  // Nothing listens there unless a test brings its own server: an unexpected question is "unanswered".
  const dns = createDns({ servers: config.DNS_SERVERS ?? ['127.0.0.1:9'] })
  return {
    config,
    log,
    database,
    metrics,
    clock,
    publicUrl: createPublicUrl({ config, database, clock }, { isServing: true }),
    objects: createObjectStore({ config, database, clock, log, limits: STORE_LIMITS_OF_TESTS }),
    dns,
    http: createHttpClient({ dns, config }),
    secrets: createSecrets(config.ENCRYPTION_KEY ?? ENCRYPTION_KEY),
    lifecycle: { ...createLifecycle(), state: 'ready' },
    threads: sharedThreads(),
    tracer: createTracer({ config, log, metrics }),
  }
}

// Test files share a process (vitest.config.ts), and so its threads: each of them takes most of a second to start.
let pool: ThreadPool | undefined

function sharedThreads(): ThreadPool {
  const shared = (pool ??= createThreadPool({
    entry: new URL('../../src/threads.ts', import.meta.url),
    size: THREADS,
  }))
  return { run: (...given) => shared.run(...given), close: () => Promise.resolve() }
}

/** For a whole test file: an app, a project, and another project that must never be seen. Pages only where they are passed. */
export function useTestApp(
  settings: Record<string, string> = {},
  pages: Parameters<typeof buildApp>[1] = {},
): TestApp {
  const test = {} as TestApp
  let database: TestDatabase | undefined
  beforeAll(async () => {
    database = await createTestDatabase()
    const deps = buildTestDeps(database.url, settings)
    const app = await buildApp(deps, pages)
    Object.assign(test, {
      app,
      deps,
      clock: deps.clock,
      url: database.url,
      project: await buildProject(deps),
      other: await buildProject(deps),
    })
  })
  afterAll(async () => {
    await test.app.close()
    test.deps.http.close()
    await test.deps.threads.close()
    await test.deps.database.close()
    await database?.drop()
  })
  return test
}

export async function buildProject(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  name = 'Test',
): Promise<TestProject> {
  const { row, secretKey, publicKey } = await createProject(database.db, { name, now: clock.now() })
  return { projectId: row.id, secretKey, publicKey }
}
