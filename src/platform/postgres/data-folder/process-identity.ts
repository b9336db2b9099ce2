// Distinguishes a process from a later one with the same pid. A pid alone is never proof: after a crash or a reboot the
// number in an old file may belong to any process. Linux answers from /proc, other systems from `ps`. A zombie counts as
// ended: in a container it may never be reaped, and its pid would look alive forever.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

export type ProcessIdentity = { pid: number; startedAt: string }

/** The start time could not be read (another user's process under hidepid): alive, but no more is known. */
const UNKNOWN_START = 'unknown'

/** Often enough to notice a stop of 50 ms at once, rare enough to cost nothing. */
const EXIT_POLL_MS = 15

/** The running process with this pid, or undefined if there is none. */
export function identifyProcess(pid: number): ProcessIdentity | undefined {
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined
  const status = process.platform === 'linux' ? readProcStatus(pid) : readPsStatus(pid)
  if (status) return /^[ZX]/.test(status.state) ? undefined : { pid, startedAt: status.startedAt }
  return pidExists(pid) ? { pid, startedAt: UNKNOWN_START } : undefined
}

/** Whether exactly that process still runs. */
export function isRunning(identity: ProcessIdentity): boolean {
  const now = identifyProcess(identity.pid)
  if (!now) return false
  return (
    now.startedAt === identity.startedAt ||
    now.startedAt === UNKNOWN_START ||
    identity.startedAt === UNKNOWN_START
  )
}

/** Whether the pid exists, as a zombie too: PostgreSQL itself checks no more. */
export function pidExists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Signals exactly that process; does nothing if it has ended. */
export function signalProcess(identity: ProcessIdentity, signal: NodeJS.Signals): void {
  if (!isRunning(identity)) return
  try {
    process.kill(identity.pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** True as soon as the process has ended, false if it still runs after the time; `timeoutMs` is called repeatedly. */
export async function waitForExit(identity: ProcessIdentity, timeoutMs: () => number): Promise<boolean> {
  const begunAt = performance.now()
  while (isRunning(identity)) {
    if (performance.now() - begunAt > timeoutMs()) return false
    await sleep(EXIT_POLL_MS)
  }
  return true
}

/** The arguments of a process, its program first; empty if they cannot be read. Outside Linux: one string. */
export function commandLine(pid: number): string[] {
  try {
    if (process.platform !== 'linux') return [ps(pid, 'command=')]
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replace(/\0$/, '').split('\0')
  } catch {
    return []
  }
}

function readProcStatus(pid: number): { state: string; startedAt: string } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // proc(5): the name in field 2 may contain blanks and brackets, so count from the last bracket. Field 3 is the state,
    // field 22 the start in ticks since boot.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0] ?? '', startedAt: `${fields[19] ?? ''}@${bootId()}` }
  } catch {
    return undefined
  }
}

function readPsStatus(pid: number): { state: string; startedAt: string } | undefined {
  try {
    const [state = '', ...start] = ps(pid, 'stat=,lstart=').split(/\s+/)
    return { state, startedAt: start.join(' ') }
  } catch {
    return undefined
  }
}

function ps(pid: number, columns: string): string {
  const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
  const args = ['-ww', '-o', columns, '-p', String(pid)]
  return execFileSync('ps', args, { encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'ignore'] }).trim()
}

let knownBootId: string | undefined

/** Ticks count from boot, so the same pid and tick may occur again after a reboot: the boot is part of the identity. */
function bootId(): string {
  knownBootId ??= readBootId()
  return knownBootId
}

function readBootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return ''
  }
}
