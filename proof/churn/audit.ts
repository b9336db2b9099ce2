// After a churn: compares the answers to callers, the emails of the receiver, and the tables.
import { MOST_CONNECTIONS } from '../../src/platform/email/smtp/connection-limit.ts'
import { auditRepeats, copiesOf, drain, nothing, wrongCounters } from '../harness/audit.ts'
import { USUAL_AHEAD } from '../harness/command.ts'
import type { Row } from '../harness/promise-table.ts'
import type { Stage } from '../harness/stage.ts'
import { until } from '../harness/until.ts'
import type { World } from './world.ts'

// A dead worker's jobs are given to another after 30 s, and then have to run.
const JOBS_LIMIT_MS = 120_000

// Enough to find the cause.
const MOST_SHOWN = 5

type CountQuery = (sql: string, values?: unknown[]) => Promise<number>

export async function audit(stage: Stage, world: World, killedWorkers: Set<string>): Promise<Row[]> {
  const { pool, sink, say } = stage
  const count: CountQuery = async (sql, values = []) =>
    Number((await pool.query<{ count: string }>(sql, values)).rows[0]?.count)
  say('The load is over; waiting for the jobs, for what is queued, and for the leases of the killed')
  await settle(stage, count)
  const wrong = await wrongCounters(stage)
  show(stage, 'failed calls', world.nodes.failures)
  show(stage, 'wrong counters', wrong)
  const copies = copiesOf(sink.arrivals)
  const { rows: sent } = await pool.query<{ id: string }>("select id from emails where status = 'SENT'")
  return [
    ...told(world),
    ...(await listStates(stage)),
    nothing('calls that a node failed while it was up (5xx, lost connections)', world.nodes.failures.length),
    nothing('emails stuck', await count('select count(*) from email_queue')),
    nothing(
      'acknowledged emails without a row',
      await count(
        'select count(*) from unnest($1::uuid[]) as told (id) where not exists (select from all_emails as e where e.id = told.id)',
        [world.acknowledged],
      ),
    ),
    nothing('emails SENT that the receiver does not have', sent.filter(({ id }) => !copies.has(id)).length),
    ...auditRepeats({
      copies,
      kills: once(killedWorkers),
      connections: MOST_CONNECTIONS,
      ahead: USUAL_AHEAD,
    }),
    nothing('counters that differ from count(*)', wrong.length),
    nothing(
      'jobs of callers that did not end as DONE',
      await count(
        "select count(*) from unnest($1::uuid[]) as told (id) where not exists (select from operations as o where o.id = told.id and o.status = 'DONE')",
        [world.jobs],
      ),
    ),
    nothing('jobs in the queue that are due or given up', await count(`select count(*) ${LEFT_JOBS}`)),
    nothing(
      'deadlocks',
      await count('select deadlocks as count from pg_stat_database where datname = current_database()'),
    ),
    nothing('nodes that ended by themselves', stage.fleet.unasked.length),
  ]
}

const LEFT_JOBS = 'from graphile_worker._private_jobs where run_at <= now() or attempts >= max_attempts'

/** Waits until everything has ended. The audit reports anything that has not ended by then. */
async function settle(stage: Stage, count: CountQuery): Promise<void> {
  const late = (error: unknown) => stage.say(String(error))
  await drain(stage).catch(late)
  await until(
    async () =>
      (await count('select count(*) from operations where finished_at is null')) === 0 &&
      (await count(`select count(*) ${LEFT_JOBS}`)) === 0,
    { what: 'all jobs have ended', limitMs: JOBS_LIMIT_MS, everyMs: 500 },
  ).catch(late)
}

function told({ nodes, acknowledged, jobs }: World): Row[] {
  const answers = [...nodes.statuses].toSorted(([one], [other]) => one - other)
  return [
    ...answers.map(([status, count]) => ({ what: `calls answered ${status}`, measured: count })),
    { what: 'calls that found their node down', measured: nodes.away },
    { what: 'emails acknowledged', measured: acknowledged.length },
    { what: 'bulk actions and imports acknowledged', measured: jobs.length },
  ]
}

async function listStates({ pool }: Stage): Promise<Row[]> {
  const { rows } = await pool.query<{ status: string; count: string }>(
    'select status, count(*) from all_emails group by 1 order by 1',
  )
  return rows.map(({ status, count }) => ({ what: `emails ${status} at the end`, measured: Number(count) }))
}

function show({ say }: Stage, what: string, lines: readonly string[]): void {
  for (const line of lines.slice(0, MOST_SHOWN)) say(`${what}: ${line}`)
}

const once = (lives: Set<string>): Map<string, number> => new Map([...lives].map((life) => [life, 1]))
