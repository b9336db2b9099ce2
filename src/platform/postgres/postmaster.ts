// Finds and stops the server of a cluster by its file postmaster.pid. The file survives a crash, and PostgreSQL only checks
// whether the pid is in use by any process; this checks the process itself.
import { readdirSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { exists, type Layout } from './data-folder/layout.ts'
import {
  commandLine,
  identifyProcess,
  pidExists,
  signalProcess,
  waitForExit,
  type ProcessIdentity,
} from './data-folder/process-identity.ts'

/** Lines 1, 5 and 8 of postmaster.pid (src/include/utils/pidfile.h). */
type PidFile = { pid: number; socketDir: string; status: string }

export type LivePostmaster = PidFile & { process: ProcessIdentity }

/**
 * A fast shutdown ends all sessions and writes a checkpoint of at most shared_buffers: seconds, on a slow disk perhaps
 * twenty. If interrupted, it only costs a crash recovery at the next start.
 */
export const FAST_STOP_MS = 30_000

/** For an immediate end: nearly always enough, and if not, the next start recovers. */
const URGENT_FAST_STOP_MS = 2_000

/** An immediate shutdown writes nothing, and PostgreSQL itself kills its children after 5 s. */
const IMMEDIATE_STOP_MS = 7_000

/** A process that survives SIGKILL is stuck in the kernel, on a dead disk for example. */
const KILL_STOP_MS = 3_000

/** The server that runs on this cluster now, ready or not. */
export function findLivePostmaster(cluster: string): LivePostmaster | undefined {
  const file = readPidFile(cluster)
  if (!file) return undefined
  const found = identifyProcess(file.pid)
  if (!found || !isServerOf(file.pid, cluster)) return undefined
  return { ...file, process: found }
}

type StopOptions = {
  fastStopMs?: number
  /** Aborted to shorten a fast shutdown, also while it is in progress. */
  urgent?: AbortSignal | undefined
}

/** Stops a server: fast, then immediate, then by force. Returns when it has ended; it may have ended already. */
export async function stopPostmaster(
  server: ProcessIdentity,
  { fastStopMs = FAST_STOP_MS, urgent }: StopOptions = {},
): Promise<void> {
  const steps = [
    ['SIGINT', () => (urgent?.aborted ? URGENT_FAST_STOP_MS : fastStopMs)],
    ['SIGQUIT', () => IMMEDIATE_STOP_MS],
    ['SIGKILL', () => KILL_STOP_MS],
  ] as const
  for (const [signal, waitMs] of steps) {
    signalProcess(server, signal)
    // a stopped process receives no other signal before this one
    signalProcess(server, 'SIGCONT')
    if (await waitForExit(server, waitMs)) return
  }
  throw new Error(`PostgreSQL (process ${server.pid}) does not end, not even by SIGKILL`)
}

/**
 * Cleans up after a dead server before a new one starts: its surviving children keep its shared memory, and a pid that now
 * belongs to another process makes PostgreSQL believe that the old server lives.
 */
export async function clearAfterDeadPostmaster(layout: Layout): Promise<void> {
  const { cluster, socketDir } = layout
  await Promise.all(listOrphans(layout).map((orphan) => stopOrphan(orphan)))
  const file = readPidFile(cluster)
  // if the pid is unused, PostgreSQL removes the file itself, after its own checks, which are worth keeping
  if (file === undefined || pidExists(file.pid)) rmSync(path.join(cluster, 'postmaster.pid'), { force: true })
  if (!exists(socketDir)) return
  for (const name of readdirSync(socketDir)) {
    if (name.startsWith('.s.PGSQL.')) rmSync(path.join(socketDir, name), { force: true })
  }
}

/** Whether the program file of a running server was replaced or removed, by an update for example. */
export function isProgramGone(pid: number): boolean {
  try {
    return readlinkSync(`/proc/${pid}/exe`).endsWith(' (deleted)')
  } catch {
    return false
  }
}

function readPidFile(cluster: string): PidFile | undefined {
  try {
    const lines = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    // a negative pid is that of a single-user session, which only we start
    if (!Number.isSafeInteger(pid) || pid <= 0) return undefined
    return { pid, socketDir: lines[4] ?? '', status: (lines[7] ?? '').trim() }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function isServerOf(pid: number, cluster: string): boolean {
  const args = commandLine(pid)
  if (process.platform !== 'linux') return args.join().includes(`postgres -D ${cluster} `)
  if (path.basename(args[0] ?? '') !== 'postgres') return false
  // The server's working folder is its cluster, even if the cluster was moved. A container may forbid root to read it (no
  // CAP_SYS_PTRACE); then the arguments decide.
  return worksIn(pid, cluster) ?? args[args.indexOf('-D') + 1] === cluster
}

/** undefined without permission. */
function worksIn(pid: number, folder: string): boolean | undefined {
  try {
    const [theirs, ours] = [statSync(`/proc/${pid}/cwd`), statSync(folder)]
    return theirs.ino === ours.ino && theirs.dev === ours.dev
  } catch {
    return undefined
  }
}

/**
 * Children of the dead server, by their titles (`postgres: <cluster name>: checkpointer`, …). Linux only: elsewhere they
 * end with their statement, and the next attempts wait for that.
 */
function listOrphans({ cluster, clusterName }: Layout): ProcessIdentity[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && commandLine(pid)[0]?.startsWith(`postgres: ${clusterName}: `))
    .filter((pid) => worksIn(pid, cluster) ?? true)
    .flatMap((pid) => identifyProcess(pid) ?? [])
}

async function stopOrphan(orphan: ProcessIdentity): Promise<void> {
  signalProcess(orphan, 'SIGQUIT')
  if (await waitForExit(orphan, () => IMMEDIATE_STOP_MS)) return
  signalProcess(orphan, 'SIGKILL')
  await waitForExit(orphan, () => KILL_STOP_MS)
}
