// Nodes for a test file, asked over HTTP. Its processes and files are ended and removed after it.
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import { buildPages } from '../../src/features/dashboard/index.ts'
import { makeScratch } from '../../src/platform/postgres/fixtures/scratch.ts'
import { locateCluster } from '../../src/platform/postgres/data-folder/layout.ts'
import { findLivePostmaster } from '../../src/platform/postgres/postmaster.ts'
import { copyPreparedFolder } from './database/prepared-folder.ts'
import { countStart } from './started.ts'
import { bundleOnce } from '../harness/bundled-program.ts'
import { ROOT, spawnNode } from '../harness/node-process.ts'
import type { Exit, NodeProcess, Settings } from '../harness/node-process.ts'

export type { Exit, NodeProcess, Settings } from '../harness/node-process.ts'

export const SECRET_KEY = `sk_${'s'.repeat(40)}`
export const PUBLIC_KEY = `pk_${'p'.repeat(40)}`

/** Where Node keeps compiled code: halves the time of a start. */
export const NODE_COMPILE_CACHE = path.join(ROOT, 'node_modules/.cache/compiled')

/** Ports that could collide are off, and the first project's keys are known. An empty text unsets a setting. */
export const NODE_SETTINGS: Settings = {
  NODE_COMPILE_CACHE,
  // One thread is enough to send what a test sends, and each takes most of a second to start.
  SEND_THREADS: '1',
  PORT: '0',
  SMTP_PORT: '0',
  BOUNCE_PORT: '0',
  LOG_LEVEL: 'warn',
  API_RATE_PER_MINUTE: '0',
  BOOTSTRAP_SECRET_KEY: SECRET_KEY,
  BOOTSTRAP_PUBLIC_KEY: PUBLIC_KEY,
}

/** One that is up. */
export type ReadyNode = NodeProcess & { url: string; dataDir: string }

export type Nodes = {
  /** A folder of its own, not yet made. */
  dataDir(): string
  /** A folder of its own with a database that is migrated and empty. */
  preparedDir(): Promise<string>
  /**
   * Runs the program; does not wait for anything. `prelude` is what its shell does first, such as `ulimit -f 100` or
   * `exec >/dev/full`.
   */
  spawn(args: string[], settings?: Settings, prelude?: string): NodeProcess
  /** Runs a command to its end. */
  run(args: string[], settings?: Settings): Promise<Exit>
  /** Starts a node on an embedded database (DATA_DIR, or else a prepared one) or on DATABASE_URL; waits for its banner. */
  start(settings?: Settings, role?: string): Promise<ReadyNode>
}

/** For a whole test file. */
export function useNodes(): Nodes {
  const scratch = makeScratch()
  const running: NodeProcess[] = []
  let program: readonly string[]
  beforeAll(async () => {
    program = await prepareProgram(scratch.dataDir())
  })
  afterAll(async () => {
    await Promise.all(running.map((node) => node.kill()))
    await scratch.cleanUp()
  })
  const spawn: Nodes['spawn'] = (args, settings = {}, prelude = '') => {
    countStart('nodes')
    const options = { settings: { ...NODE_SETTINGS, ...settings }, program, prelude, hasOwnGroup: true }
    const node = spawnNode(args, options)
    running.push(node)
    return node
  }
  const preparedDir = async () => {
    const folder = scratch.dataDir()
    await copyPreparedFolder(folder)
    return folder
  }
  const folderFor = (settings: Settings) =>
    settings['DATABASE_URL'] === undefined ? preparedDir() : scratch.dataDir()
  return {
    dataDir: () => scratch.dataDir(),
    preparedDir,
    spawn,
    run: (args, settings) => spawn(args, settings).exited,
    async start(settings = {}, role = 'all') {
      const dataDir = settings['DATA_DIR'] ?? (await folderFor(settings))
      const node = spawn(['start', '--role', role], { DATA_DIR: dataDir, ...settings })
      return Object.assign(node, { url: await node.waitUntilReady(), dataDir })
    },
  }
}

/**
 * The command of a node, with the pages it serves: a node would build them, and a build that its end interrupts would be started again by
 * the next node. One worker of the run builds, and the others wait for it.
 */
async function prepareProgram(dataDir: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: inject('adminUrl') })
  await client.connect()
  try {
    await client.query("select pg_advisory_lock(hashtext('builds of tests'))")
    await buildPages({ dataDir })
    return await bundleOnce({ dataDir })
  } finally {
    await client.end()
  }
}

/** A node for all test files of this process (vitest.config.ts), which ends with it. */
export async function startLastingNode(settings: Settings): Promise<ReadyNode> {
  const dataDir = path.join(inject('scratch'), `node-${process.pid}`)
  const program = await prepareProgram(dataDir)
  countStart('nodes')
  const node = spawnNode(['start', '--role', 'all'], {
    program,
    settings: { ...NODE_SETTINGS, DATA_DIR: dataDir, ...settings },
    hasOwnGroup: true,
  })
  return Object.assign(node, { url: await node.waitUntilReady(), dataDir })
}

/** The pid of the embedded database server on this folder, if one runs. */
export function postgresPid(dataDir: string): number | undefined {
  const layout = locateCluster(dataDir)
  return layout && findLivePostmaster(layout.cluster)?.pid
}

/** kill -9 of a node and of its database server at the same moment. */
export async function killWithDatabase(node: ReadyNode): Promise<void> {
  const server = postgresPid(node.dataDir)
  if (server === undefined) throw new Error(`no database server runs on ${node.dataDir}`)
  node.signal('SIGKILL')
  process.kill(server, 'SIGKILL')
  await node.exited
}
