// The environment of a benchmark: an embedded PostgreSQL with the settings of production in a folder of its own, and one
// node. All of it is removed afterwards, whatever happens.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../src/platform/postgres/embedded-postgres.ts'
import { interruption } from './interruption.ts'
import { openApi } from './api.ts'
import type { Api } from './api.ts'
import { startNodeProcess } from './node-process.ts'
import type { NodeProcess } from './node-process.ts'
import { processorMs } from './processor.ts'
import { undoAll } from './undo.ts'
import type { Undo } from './undo.ts'

// Several times what a benchmark takes on two quiet cores: longer means that something hangs.
const LIMIT_MS = 30 * 60_000

export const ENCRYPTION_KEY = 'a key for benchmarks that is long enough'
const SECRET_KEY = `sk_${'0'.repeat(40)}`

export type Stage = {
  node: NodeProcess
  /** The settings of the node, for a second one beside it. */
  settings: Record<string, string>
  /** As the superuser: floors switch triggers off and wait for checkpoints. */
  databaseUrl: string
  /** Process id of the database server. */
  databasePid: number
  /** As the superuser, for floors and for looking behind the API. */
  pool: pg.Pool
  /** For files. */
  folder: string
  /** `address`: of another node than that of the stage. */
  openApi: (options: { connections: number; address?: string }) => Api
  /** Processor time of the node and the database so far, in milliseconds. */
  processorMs: () => number
  /** How many of something to make or do: fewer in a run with --scale. */
  sized: (full: number) => number
  /** Whether other programs are measured beside ours. */
  hasPeers: boolean
}

/**
 * `role`: of the node that answers the calls; a benchmark that measures only those keeps other work out of it.
 * `settings`: settings of the node, in addition to those of every benchmark.
 */
export type StageOptions = {
  role?: 'all' | 'api'
  scale?: number
  hasPeers?: boolean
  settings?: Record<string, string>
}

export async function withStage(
  work: (stage: Stage) => Promise<void>,
  { role = 'all', scale = 1, hasPeers = true, settings: own = {} }: StageOptions = {},
): Promise<void> {
  const undo: Undo = []
  const interrupted = interruption(LIMIT_MS)
  try {
    const folder = mkdtempSync(path.join(tmpdir(), 'lettermill-bench-'))
    undo.push(() => rmSync(folder, { recursive: true, force: true }))
    // mkdtemp makes it 0700; run as root, the server is another user and must be able to enter.
    chmodSync(folder, 0o711)
    const server = await startEmbeddedPostgres({ dataDir: path.join(folder, 'data') })
    const pool = new pg.Pool({ connectionString: server.adminUrl, max: 4 })
    // The server is stopped under it: a pool that ends first would wait for the statements of a run that was interrupted.
    pool.on('error', () => undefined)
    pool.on('connect', (client) => client.on('error', () => undefined))
    undo.push(() => pool.end())
    undo.push(() => server.stop())
    const settings = {
      DATABASE_URL: server.url,
      DATA_DIR: path.join(folder, 'node'),
      ENCRYPTION_KEY,
      BOOTSTRAP_SECRET_KEY: SECRET_KEY,
      API_RATE_PER_MINUTE: '0',
      LOG_LEVEL: 'warn',
      PORT: '0',
      SMTP_PORT: '0',
      BOUNCE_PORT: '0',
      ...own,
    }
    const node = await startNodeProcess(settings, { role })
    undo.push(() => node.stop())
    const apis: Api[] = []
    undo.push(() => apis.forEach((api) => api.close()))
    const open = (options: { connections: number; address?: string }) => {
      const api = openApi({ address: node.address, key: SECRET_KEY, ...options })
      apis.push(api)
      return api
    }
    const spent = () => processorMs([node.pid, server.pid])
    const sized = (full: number) => Math.max(1, Math.round(full * scale))
    const prepared = {
      node,
      settings,
      databaseUrl: server.adminUrl,
      databasePid: server.pid,
      pool,
      folder,
      openApi: open,
      sized,
      hasPeers,
      processorMs: spent,
    }
    await Promise.race([work(prepared), interrupted])
  } finally {
    await undoAll(undo)
  }
}
