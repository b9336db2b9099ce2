// Lettermill as people run it: a process of its own, asked over HTTP. What a test file leaves running or lying about is
// ended and removed after it.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, vi } from 'vitest'
import { NODE_FLAGS } from '../../scripts/node-flags.mjs'
import { makeScratch } from '../../src/platform/postgres/fixtures/scratch.ts'
import { locateCluster } from '../../src/platform/postgres/data-folder/layout.ts'
import { findLivePostmaster } from '../../src/platform/postgres/postmaster.ts'

const ROOT = path.join(import.meta.dirname, '../..')

/** A start takes a second. Thirty times that, also beside other tests on a small machine, is not slow but stuck. */
const WAIT_MS = 30_000

/** Several starts in one test. */
const TEST_MS = 90_000

export const SECRET_KEY = `sk_${'s'.repeat(40)}`
export const PUBLIC_KEY = `pk_${'p'.repeat(40)}`

export type Settings = Record<string, string>

/** Ports that could collide are off, and the first project's keys are known. An empty text unsets a setting. */
const SETTINGS: Settings = {
  PORT: '0',
  SMTP_PORT: '0',
  BOUNCE_PORT: '0',
  LOG_LEVEL: 'warn',
  API_RATE_PER_MINUTE: '0',
  BOOTSTRAP_SECRET_KEY: SECRET_KEY,
  BOOTSTRAP_PUBLIC_KEY: PUBLIC_KEY,
}

/** Nothing else of the tests' environment reaches the process. The cache halves the time of a start. */
const ENVIRONMENT = {
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['HOME'] ?? '/',
  NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules/.cache/compiled'),
}

export type Exit = { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string }

export type NodeProcess = {
  readonly pid: number
  readonly isRunning: boolean
  readonly exited: Promise<Exit>
  stdout(): string
  /** Reads no more of its output, like a terminal that was closed: it has nowhere to write any more. */
  closeOutput(): void
  /** The first place in its output that matches; fails when it ends without. */
  waitFor(pattern: RegExp): Promise<RegExpExecArray>
  signal(name: NodeJS.Signals): void
  /** Asks it to end, and waits. */
  stop(name?: NodeJS.Signals): Promise<Exit>
  /** kill -9, and waits. */
  kill(): Promise<void>
}

/** One that is up. */
export type ReadyNode = NodeProcess & { url: string; dataDir: string }

export type Nodes = {
  /** A folder of its own, not yet made. */
  dataDir(): string
  /**
   * Runs the program; does not wait for anything. `prelude` is what its shell does first, such as `ulimit -f 100` or
   * `exec >/dev/full`.
   */
  spawn(args: string[], settings?: Settings, prelude?: string): NodeProcess
  /** Runs a command to its end. */
  run(args: string[], settings?: Settings): Promise<Exit>
  /** Starts a node on an embedded database (DATA_DIR, a new one unless given) or on DATABASE_URL; waits for its banner. */
  start(settings?: Settings, role?: string): Promise<ReadyNode>
}

/** For a whole test file. */
export function useNodes(): Nodes {
  vi.setConfig({ testTimeout: TEST_MS, hookTimeout: TEST_MS })
  const scratch = makeScratch()
  const running: NodeProcess[] = []
  afterAll(async () => {
    await Promise.all(running.map((node) => node.kill()))
    await scratch.cleanUp()
  })
  const spawnNode = (args: string[], settings: Settings = {}, prelude = '') => {
    const shell = ['-c', `${prelude}\nexec "$@"`, 'sh']
    const node = watch(
      spawn('sh', [...shell, process.execPath, ...NODE_FLAGS, 'src/main.ts', ...args], {
        cwd: ROOT,
        env: { ...ENVIRONMENT, ...SETTINGS, ...settings },
        stdio: ['ignore', 'pipe', 'pipe'],
        // A process group of its own, as a terminal gives it, so that a test can signal the whole group.
        detached: true,
      }),
    )
    running.push(node)
    return node
  }
  return {
    dataDir: () => scratch.dataDir(),
    spawn: spawnNode,
    run: (args, settings) => spawnNode(args, settings).exited,
    async start(settings = {}, role = 'all') {
      const dataDir = settings['DATA_DIR'] ?? scratch.dataDir()
      const node = spawnNode(['start', '--role', role], { DATA_DIR: dataDir, ...settings })
      await node.waitFor(/is ready \(role: /)
      const url = /Listening +(http:\S+)/.exec(node.stdout())?.[1] ?? ''
      return Object.assign(node, { url, dataDir })
    },
  }
}

function watch(child: ChildProcess): NodeProcess {
  const chunks = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      chunks[name] += text
      child.emit('written')
    })
  }
  const exited = once(child, 'close').then(([code, signal]) => {
    process.off('exit', endWithUs)
    return { code: code as number | null, signal: signal as NodeJS.Signals | null, ...chunks }
  })
  const endWithUs = () => child.kill('SIGKILL')
  process.once('exit', endWithUs)
  return {
    pid: child.pid ?? 0,
    get isRunning() {
      return child.exitCode === null && child.signalCode === null
    },
    exited,
    stdout: () => chunks.stdout,
    closeOutput: () => {
      child.stdout?.destroy()
      child.stderr?.destroy()
    },
    waitFor: (pattern) => waitForOutput(child, { chunks, pattern }),
    signal: (name) => void child.kill(name),
    stop: async (name = 'SIGTERM') => {
      child.kill(name)
      return exited
    },
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}

type Wanted = { chunks: { stdout: string; stderr: string }; pattern: RegExp }

async function waitForOutput(child: ChildProcess, { chunks, pattern }: Wanted): Promise<RegExpExecArray> {
  const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>()
  const look = () => {
    const found = pattern.exec(chunks.stdout)
    if (found) resolve(found)
  }
  const giveUp = (why: string) => () =>
    reject(new Error(`the process ${why} ${String(pattern)}:\n${chunks.stdout}\n${chunks.stderr}`))
  const giveUpAtEnd = giveUp('ended without writing')
  const timer = setTimeout(giveUp('has not yet written'), WAIT_MS)
  child.on('written', look).on('close', giveUpAtEnd)
  look()
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    child.off('written', look).off('close', giveUpAtEnd)
  }
}

/** A port that nobody listens on at this moment, for a node whose output cannot tell which one it found. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
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
