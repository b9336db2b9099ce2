// Starts one server process and waits until it accepts connections. The process is detached: it outlives a killed parent,
// so that no accepted write is lost, and the next start adopts it (server-adopt.ts).
import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { adviceOnFullDisk } from './data-folder/folder-error.ts'
import { prepareSocketFolder, type Home } from './home.ts'
import { exists } from './data-folder/layout.ts'
import { clearAfterDeadPostmaster, findLivePostmaster, stopPostmaster } from './postmaster.ts'
import { identifyProcess, isRunning, type ProcessIdentity } from './data-folder/process-identity.ts'
import type { ServerLog } from './server-log.ts'
import { CHILD_ENV } from './server-user.ts'

export type ServerPlan = Home & {
  binaries: Binaries
  args: string[]
  password: string
  onLog: ServerLog
}

export type RunningServer = {
  process: ProcessIdentity
  adopted: boolean
  /** Settles when the process has ended, for any reason. */
  exited: Promise<void>
}

/**
 * A start takes 60 ms. This is for a recovery after a crash: 2 GB of WAL are replayed in a minute or two, on a slow disk in
 * several; giving up earlier would restart the recovery forever.
 */
const READY_TIMEOUT_MS = 15 * 60_000

/** An operator who waits that long wants to know why. */
const STILL_STARTING_LOG_MS = 10_000

const READY_POLL_MS = 15

/** The log is for people after a problem; the last 10 to 20 MB are enough for that and fill no disk. */
const LOG_LIMIT_BYTES = 10 * 1024 * 1024

/** Enough for the reason and its hint; the whole log is in the file. */
const QUOTED_LOG_CHARS = 1_500

/** Starts the server and waits until it is ready. Leaves nothing running when it throws. */
export async function launchServer(plan: ServerPlan, signal: AbortSignal): Promise<RunningServer> {
  const { cluster, logFile } = plan.layout
  signal.throwIfAborted()
  await clearAfterDeadPostmaster(plan.layout)
  prepareSocketFolder(plan.layout, plan.user)
  rotateLog(logFile)
  const logStart = exists(logFile) ? statSync(logFile).size : 0
  const child = spawnServer(plan)
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const server = await identifyChild(child)
  if (server && (await becomesReady(plan, server, signal))) return { process: server, adopted: false, exited }
  const output = readFileSync(logFile).subarray(logStart).toString().trim().slice(-QUOTED_LOG_CHARS)
  const advice = adviceOnFullDisk(output)
  throw new Error(
    advice === undefined
      ? `PostgreSQL on ${cluster} did not start. It said: ${output || 'nothing'}`
      : `PostgreSQL on ${cluster} did not start, because its disk is full. Nothing is lost: ${advice}`,
  )
}

/** Waits while the server starts or recovers; false if it ends, or takes longer than any recovery. */
export async function waitUntilReady(
  plan: ServerPlan,
  server: ProcessIdentity,
  signal: AbortSignal,
): Promise<boolean> {
  const begunAt = performance.now()
  let nextLogMs = STILL_STARTING_LOG_MS
  while (isRunning(server)) {
    signal.throwIfAborted()
    const live = findLivePostmaster(plan.layout.cluster)
    if (live?.pid === server.pid && live.status === 'ready') return true
    const waitedMs = performance.now() - begunAt
    if (waitedMs > READY_TIMEOUT_MS) return false
    if (waitedMs > nextLogMs) {
      nextLogMs += STILL_STARTING_LOG_MS
      plan.onLog(
        `PostgreSQL is still starting after ${Math.round(waitedMs / 1000)} s (after a crash it recovers first)`,
      )
    }
    await sleep(READY_POLL_MS)
  }
  return false
}

async function becomesReady(
  plan: ServerPlan,
  server: ProcessIdentity,
  signal: AbortSignal,
): Promise<boolean> {
  let isReady = false
  try {
    isReady = await waitUntilReady(plan, server, signal)
  } finally {
    if (!isReady) await stopPostmaster(server, { urgent: signal })
  }
  return isReady
}

function spawnServer(plan: ServerPlan): ChildProcess {
  const log = openSync(plan.layout.logFile, 'a', 0o600)
  try {
    const output: StdioOptions = ['ignore', log, log]
    const options = { ...plan.user, cwd: '/', env: CHILD_ENV, detached: true, stdio: output }
    const child = spawn(plan.binaries.postgres, plan.args, options)
    child.unref()
    return child
  } finally {
    closeSync(log)
  }
}

/** undefined if it has ended already; throws if it could not be started. */
async function identifyChild(child: ChildProcess): Promise<ProcessIdentity | undefined> {
  if (child.pid !== undefined) return identifyProcess(child.pid)
  const [error] = (await once(child, 'error')) as [Error]
  throw error
}

function rotateLog(file: string): void {
  if (exists(file) && statSync(file).size > LOG_LIMIT_BYTES) renameSync(file, `${file}.1`)
}
