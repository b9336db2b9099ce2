// Executions that are due at the same moment, out of a million: from that moment until each has taken its steps and waits
// again. A separate worker runs them. It sends one email per second meanwhile: sending has its own benchmark.
import { setTimeout as sleep } from 'node:timers/promises'
import { startNodeProcess } from '../harness/node-process.ts'
import { formatTimes, processorClock } from '../harness/processor.ts'
import type { Result } from '../harness/result.ts'
import type { Stage } from '../harness/stage.ts'
import { median } from '../harness/timing.ts'
import { startReceiver } from '../send/receiver.ts'
import { BEFORE_CHANGE, BEFORE_EMAIL } from './fill.ts'

const DUE = 10_000
const ROUNDS = 3
// Until connections are open, the code is compiled and the email is made.
const WARM_UP = 500

const TARGET_MS = 30_000
const LOOK_AGAIN_MS = 50

const KINDS = [
  { stepId: BEFORE_EMAIL, what: 'to a condition and an email' },
  { stepId: BEFORE_CHANGE, what: 'to a change of the contact and an event' },
]

export async function benchDue(stage: Stage, add: (result: Result) => void): Promise<void> {
  const receiver = await startReceiver()
  const MAIL_TRANSPORT = `smtp://127.0.0.1:${receiver.port}?sign=false`
  const worker = await startNodeProcess(
    { ...stage.settings, MAIL_TRANSPORT, SEND_RATE_PER_SECOND: '1' },
    { role: 'worker' },
  )
  try {
    const pids = { node: worker.pid, PostgreSQL: stage.databasePid }
    for (const { stepId, what } of KINDS) {
      await takeRound(stage, { stepId, count: stage.sized(WARM_UP), pids })
      const rounds: Round[] = []
      for (let round = 0; round < stage.sized(ROUNDS); round += 1) {
        rounds.push(await takeRound(stage, { stepId, count: stage.sized(DUE), pids }))
      }
      const ms = median(rounds.map((round) => round.ms))
      const timesUs = {
        node: median(rounds.map((round) => round.timesUs.node)),
        PostgreSQL: median(rounds.map((round) => round.timesUs.PostgreSQL)),
      }
      const rate = (stage.sized(DUE) / ms) * 1000
      add({
        what: `${stage.sized(DUE).toLocaleString('en-GB')} executions due at once, ${what}`,
        detail: `${rate.toFixed(0)} executions/s; ${formatTimes(timesUs, 'execution')}`,
        value: ms,
        unit: 'ms',
        target: { atMost: TARGET_MS },
      })
    }
  } finally {
    await worker.stop()
    receiver.close()
  }
}

type Times = { node: number; PostgreSQL: number }
type Round = { ms: number; timesUs: Times }
type Load = { stepId: string; count: number; pids: Times }

async function takeRound({ pool }: Stage, { stepId, count, pids }: Load): Promise<Round> {
  await pool.query('truncate email_queue')
  await pool.query('checkpoint')
  const used = processorClock(pids)
  const { rowCount } = await pool.query(MAKE_DUE, [stepId, count])
  if (rowCount !== count) throw new Error(`only ${rowCount} of ${count} executions wait at ${stepId}`)
  const began = performance.now()
  for (;;) {
    const { rows } = await pool.query<{ left: string }>(COUNT_LEFT)
    if (Number(rows[0]?.left) === 0) break
    await sleep(LOOK_AGAIN_MS)
  }
  const ms = performance.now() - began
  const { node, PostgreSQL } = used()
  return { ms, timesUs: { node: node / count, PostgreSQL: PostgreSQL / count } }
}

const MAKE_DUE = `
  update workflow_executions as e set due_at = now(), wake_at = now()
  from (
    select project_id, id from workflow_executions where step_id = $1 and status = 'WAITING' limit $2
  ) as chosen
  where e.project_id = chosen.project_id and e.id = chosen.id`

/** Executions that are not running wait for days; a lease is a minute. */
const COUNT_LEFT = "select count(*) as left from workflow_executions where due_at < now() + interval '1 day'"
