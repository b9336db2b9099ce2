// Takes over a server that an earlier Lettermill left running when it was killed. It is kept only if we would start the
// same one and if it answers; anything else is stopped, and the caller starts a new one.
import { Client, DatabaseError } from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { superuserUrl } from './password.ts'
import { findLivePostmaster, isProgramGone, stopPostmaster, type LivePostmaster } from './postmaster.ts'
import { commandLine, isRunning, type ProcessIdentity } from './data-folder/process-identity.ts'
import { waitUntilReady, type RunningServer, type ServerPlan } from './server-launch.ts'

/**
 * A healthy server answers in milliseconds, also under load; a slower one is frozen or hangs. A wrong decision costs a
 * restart of a server that is not in use yet.
 */
const ANSWER_TIMEOUT_MS = 3_000

/** Shorter than an ordinary stop: an orphan has no connections that matter, and a start waits for it. */
const ORPHAN_STOP_MS = 5_000

/** There is no event for the end of a process that is not our child. */
const LIVENESS_POLL_MS = 1_000

/** The server left behind, if it is usable; otherwise undefined, and then it has been stopped. */
export async function adoptServer(plan: ServerPlan, signal: AbortSignal): Promise<RunningServer | undefined> {
  const live = findLivePostmaster(plan.layout.cluster)
  if (!live) return undefined
  const objection = await findObjection(plan, live, signal).catch((error: unknown) => {
    if (signal.aborted) return 'nobody needs it any more'
    throw error
  })
  if (objection === undefined) {
    plan.onLog(`took over PostgreSQL (process ${live.pid}) of an earlier run`)
    return { process: live.process, adopted: true, exited: watchExit(live.process) }
  }
  plan.onLog(`stopping PostgreSQL (process ${live.pid}) of an earlier run: ${objection}`)
  await stopPostmaster(live.process, { fastStopMs: ORPHAN_STOP_MS, urgent: signal })
  return undefined
}

async function findObjection(
  plan: ServerPlan,
  live: LivePostmaster,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (live.status === 'stopping') return 'it is shutting down'
  if (isProgramGone(live.pid)) return 'its program was replaced'
  if (!hasArguments(live.pid, [plan.binaries.postgres, ...plan.args])) return 'it has other settings'
  if (!(await waitUntilReady(plan, live.process, signal))) return 'it does not become ready'
  if (!(await answers(plan))) return 'it does not answer'
  return undefined
}

/** Outside Linux only the joined text is known. */
function hasArguments(pid: number, wanted: string[]): boolean {
  return commandLine(pid).join(' ') === wanted.join(' ')
}

/** Any answer counts, also a refusal ("too many clients"): that server works. */
async function answers(plan: ServerPlan): Promise<boolean> {
  const { password, layout } = plan
  const url = superuserUrl({ password, socketDir: layout.socketDir, database: 'postgres' })
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch (error) {
    return error instanceof DatabaseError
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function watchExit(server: ProcessIdentity): Promise<void> {
  while (isRunning(server)) await sleep(LIVENESS_POLL_MS, undefined, { ref: false })
}
