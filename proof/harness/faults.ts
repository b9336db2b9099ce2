// The faults of a proof. They are spread over the load by its progress, not by the clock, so that all of them meet a busy
// system; a killed process is started again while the load goes on.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Member, Role } from './fleet.ts'
import type { Random } from './random.ts'
import type { Stage } from './stage.ts'
import { until } from './until.ts'

export const FAULTS = {
  worker: 'kill -9 of a worker',
  thread: 'a killed thread of a worker',
  api: 'kill -9 of the api',
  database: 'immediate stop of PostgreSQL',
  backends: 'terminated backends',
  workerWithoutDatabase: 'immediate stop of PostgreSQL, kill -9 of a worker meanwhile',
  gracefulWorker: 'SIGTERM to a worker',
  gracefulApi: 'SIGTERM to the api',
} as const
export type FaultKind = keyof typeof FAULTS

export const HARD_FAULTS: readonly FaultKind[] = [
  'worker',
  'thread',
  'api',
  'database',
  'backends',
  'workerWithoutDatabase',
]
export const GRACEFUL_FAULTS: readonly FaultKind[] = ['gracefulWorker', 'gracefulApi']

export type Faults = {
  counts: Record<string, number>
  /** How often each life of a worker was killed, or a thread of it. */
  kills: Map<string, number>
  /** Nodes that did not end with 0 when asked to. */
  untidyEnds: string[]
}

type Plan = { kinds: readonly FaultKind[]; count: number; random: Random; progress: () => number }

// Long enough for a worker to have sent what it had claimed, were it not to wait for its results; shorter than a restart.
const AWAY_MS = 400

// Some of them in the middle of something.
const TERMINATED_AT_ONCE = 8

const WAIT_MS = 300_000

export async function runFaults(stage: Stage, { kinds, count, random, progress }: Plan): Promise<Faults> {
  const faults: Faults = { counts: {}, kills: new Map(), untidyEnds: [] }
  const restarts: Promise<void>[] = []
  const order = Array.from({ length: Math.ceil(count / kinds.length) }, () => random.shuffle(kinds)).flat()
  for (const [index, kind] of order.slice(0, count).entries()) {
    const due = (index + random.next()) / (count + 1)
    await until(() => progress() >= due, { what: 'the load goes on', limitMs: WAIT_MS })
    stage.say(`${(due * 100).toFixed(0).padStart(3)} %  ${FAULTS[kind]}`)
    await INFLICT[kind]({ stage, faults, restarts, random })
    faults.counts[kind] = (faults.counts[kind] ?? 0) + 1
  }
  await Promise.all(restarts)
  return faults
}

type FaultContext = { stage: Stage; faults: Faults; restarts: Promise<void>[]; random: Random }

const INFLICT: Record<FaultKind, (context: FaultContext) => Promise<void>> = {
  worker: (context) => endOne(context, 'worker', 'SIGKILL'),
  thread: async (context) => {
    const member = await memberThatIsUp(context, 'worker')
    noteKill(context.faults, member.hostname)
    member.killThread()
  },
  api: (context) => endOne(context, 'api', 'SIGKILL'),
  gracefulWorker: (context) => endOne(context, 'worker', 'SIGTERM'),
  gracefulApi: (context) => endOne(context, 'api', 'SIGTERM'),
  database: async ({ stage }) => {
    const stopped = stopDatabase(stage)
    await databaseIsBack(stage, stopped)
  },
  backends: async ({ stage }) => {
    await stage.pool
      .query(
        `select pg_terminate_backend(pid) from (select pid from pg_stat_activity
          where backend_type = 'client backend' and pid <> pg_backend_pid() order by random() limit $1) as some`,
        [TERMINATED_AT_ONCE],
      )
      // Our own connection may have died in the last fault.
      .catch(() => undefined)
  },
  workerWithoutDatabase: async (context) => {
    await memberThatIsUp(context, 'worker')
    const stopped = stopDatabase(context.stage)
    await sleep(AWAY_MS)
    await endOne(context, 'worker', 'SIGKILL')
    await databaseIsBack(context.stage, stopped)
  },
}

/** As `pg_ctl stop -m immediate` does it; the supervisor starts it again. Returns the pid that ends. */
function stopDatabase({ database }: Stage): number {
  const { pid } = database
  process.kill(pid, 'SIGQUIT')
  return pid
}

async function databaseIsBack({ database, pool }: Stage, stopped: number): Promise<void> {
  const waiting = { what: 'PostgreSQL is back', limitMs: WAIT_MS }
  await until(() => database.pid !== stopped, waiting)
  await until(async () => (await pool.query('select')).rowCount !== null, waiting)
}

async function memberThatIsUp({ stage, random }: FaultContext, role: Role): Promise<Member> {
  return until(
    () => {
      const up = stage.fleet.members.filter((member) => member.role === role && member.isUp)
      return up.length > 0 && random.pick(up)
    },
    { what: `a node of role ${role} is up`, limitMs: WAIT_MS },
  )
}

async function endOne(context: FaultContext, role: Role, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const { faults, restarts } = context
  const member = await memberThatIsUp(context, role)
  const { hostname, code } = await member.end(signal)
  if (signal === 'SIGKILL' && role === 'worker') noteKill(faults, hostname)
  if (signal === 'SIGTERM' && code !== 0) faults.untidyEnds.push(hostname)
  const restart = member.start()
  // Awaited at the end; a failure meanwhile is not unhandled.
  restart.catch(() => undefined)
  restarts.push(restart)
}

function noteKill({ kills }: Faults, hostname: string): void {
  kills.set(hostname, (kills.get(hostname) ?? 0) + 1)
}
