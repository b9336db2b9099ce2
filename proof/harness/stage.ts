// The environment of a proof: a PostgreSQL of its own with the settings of production, a receiver, and a fleet of nodes
// between them. All of it is removed afterwards, whatever happens; the nodes' logs stay when a promise was broken.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { interruption } from '../../bench/harness/interruption.ts'
import { undoAll } from '../../bench/harness/undo.ts'
import type { Undo } from '../../bench/harness/undo.ts'
import { startEmbeddedPostgres } from '../../src/platform/postgres/embedded-postgres.ts'
import { openCaller } from './caller.ts'
import type { Caller } from './caller.ts'
import { isBroken } from './promise-table.ts'
import type { Row } from './promise-table.ts'
import { createFleet } from './fleet.ts'
import type { Fleet } from './fleet.ts'
import { startSink } from './smtp-sink.ts'
import type { Sink } from './smtp-sink.ts'
import { freePort } from '../../test/harness/free-port.ts'

// Several times what a run takes: longer means that something hangs.
const LIMIT_MS = 20 * 60_000

export const SECRET_KEY = `sk_${'0'.repeat(40)}`
export const PUBLIC_KEY = `pk_${'0'.repeat(40)}`

export type StageDatabase = {
  /** The setting DATABASE_URL of the nodes. */
  url: string
  /** The setting DATABASE_DIRECT_URL, if `url` is that of a pooler. */
  directUrl?: string
  /** The process of the server that accepts writes. */
  readonly pid: number
  pool: pg.Pool
}

export type Stage = {
  database: StageDatabase
  pool: pg.Pool
  sink: Sink
  fleet: Fleet
  caller: Caller
  /** Counters that not every node keeps, because some are of an older version. */
  uncounted?: readonly string[]
  /** The settings for a command beside the nodes. */
  settings: Record<string, string>
  /** Says what is going on. */
  say: (line: string) => void
}

export type StageOptions = {
  say: (line: string) => void
  /** Emails per second, per project; 0 = no limit. */
  rate?: number
  callers?: number
  postgresSettings?: Record<string, string>
  /** Starts another database than the embedded one, in this folder. */
  startDatabase?: (folder: string, undo: Undo) => Promise<StageDatabase>
  /** Settings of the nodes, in addition to those of all proofs. */
  settings?: Record<string, string>
  /** Makes the tree to run the nodes from, when it is not this repository. */
  makeSource?: (folder: string) => string
}

export async function withStage(
  options: StageOptions,
  work: (stage: Stage) => Promise<Row[]>,
): Promise<Row[]> {
  const undo: Undo = []
  const logs = mkdtempSync(path.join(tmpdir(), 'lettermill-proof-logs-'))
  let isWell = false
  const preparing = setUp(options, { undo, logs })
  try {
    const rows = await Promise.race([preparing.then(work), interruption(LIMIT_MS)])
    isWell = !rows.some(isBroken)
    return rows
  } finally {
    // When it was interrupted, a server may still be about to start.
    await preparing.catch(() => undefined)
    await undoAll(undo)
    if (isWell) rmSync(logs, { recursive: true })
    else options.say(`The logs of the nodes are in ${logs}.`)
  }
}

async function setUp(options: StageOptions, { undo, logs }: { undo: Undo; logs: string }): Promise<Stage> {
  const { say, rate = 0, callers = 40, postgresSettings = {}, makeSource } = options
  const { startDatabase = embeddedDatabase(postgresSettings) } = options
  const folder = mkdtempSync(path.join(tmpdir(), 'lettermill-proof-'))
  undo.push(() => rmSync(folder, { recursive: true, force: true }))
  // mkdtemp makes it 0700; run as root, the server is another user and must be able to enter.
  chmodSync(folder, 0o711)
  const database = await startDatabase(folder, undo)
  const { pool } = database
  const sink = await startSink()
  undo.push(() => sink.close())
  const port = await freePort()
  const usual = nodeSettings({ database, sinkUrl: sink.url, port, rate })
  const settings = { ...usual, ...options.settings }
  const source = makeSource?.(folder)
  const fleet = createFleet({ settings, folder, logs, ...(source !== undefined && { source }) })
  undo.push(() => fleet.end())
  const caller = openCaller({ port, key: SECRET_KEY, connections: callers })
  undo.push(() => caller.close())
  return { database, pool, sink, fleet, caller, settings, say }
}

/** With the settings of production. */
export function embeddedDatabase(settings: Record<string, string>) {
  return async (folder: string, undo: Undo): Promise<StageDatabase> => {
    const postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, 'data'), settings })
    const pool = new pg.Pool({ connectionString: postgres.adminUrl, max: 4 })
    // The proof stops the server under it.
    pool.on('error', () => undefined)
    pool.on('connect', (client) => client.on('error', () => undefined))
    // A pool that ends first would wait for the statements of a run that was interrupted.
    undo.push(() => pool.end())
    undo.push(() => postgres.stop())
    return {
      url: postgres.url,
      pool,
      get pid() {
        return postgres.pid
      },
    }
  }
}

type NodeSettings = { database: StageDatabase; sinkUrl: string; port: number; rate: number }

const nodeSettings = ({ database, sinkUrl, port, rate }: NodeSettings): Record<string, string> => ({
  DATABASE_URL: database.url,
  ...(database.directUrl !== undefined && { DATABASE_DIRECT_URL: database.directUrl }),
  ENCRYPTION_KEY: 'a key for proofs that is long enough for them',
  BOOTSTRAP_SECRET_KEY: SECRET_KEY,
  BOOTSTRAP_PUBLIC_KEY: PUBLIC_KEY,
  MAIL_TRANSPORT: sinkUrl,
  SEND_RATE_PER_SECOND: String(rate),
  API_RATE_PER_MINUTE: '0',
  PORT: String(port),
  SMTP_PORT: '0',
  BOUNCE_PORT: '0',
  // Nothing listens there: the sender's domain is marked verified by a statement and has no records.
  DNS_SERVERS: '127.0.0.1:9',
  LOG_LEVEL: 'warn',
})
