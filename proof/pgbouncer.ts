// `npm run proof:pgbouncer`: two apis and two workers, whose requests go through PgBouncer in transaction mode. It has few sessions
// and takes them in turn, and it is killed and started again while emails, events, a workflow and an import go on. Needs the PgBouncer
// of Debian, so `npm run test:long` leaves it out.
//
//   npm run proof:pgbouncer -- [--emails 20000] [--kills 6] [--smallest]
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Undo } from '../bench/harness/undo.ts'
import { CONNECT_QUERY } from '../src/platform/db/server/pooler.ts'
import { auditAcknowledged, auditTables, copiesOf, drain, nothing, repeatedBy } from './harness/audit.ts'
import { readProofOptions, runProof } from './harness/command.ts'
import type { Row } from './harness/promise-table.ts'
import { makeSender } from './harness/sender.ts'
import { embeddedDatabase, withStage } from './harness/stage.ts'
import type { Stage, StageDatabase } from './harness/stage.ts'
import { until } from './harness/until.ts'
import { CALLERS, loadBoth, startSecondApi } from './harness/two-apis.ts'
import { auditWorkload, importContacts, makeWorkflow, trackVisits, untilVisited } from './harness/workload.ts'
import { Bouncer, POOLED_USER } from './pgbouncer/bouncer.ts'

// Far below the connections of the two apis, which have twenty each.
const SESSIONS = 6

const WAIT_MS = 300_000

type Size = { emails: number; kills: number }

async function prove(stage: Stage, bouncer: Bouncer, { emails, kills }: Size): Promise<Row[]> {
  const { say, fleet, pool } = stage
  const other = await startSecondApi(stage)
  const sender = await makeSender(stage, 'proof-of-pgbouncer.com')
  const share = Math.ceil(emails / 10)
  const workflowId = await makeWorkflow(stage)
  const importId = await importContacts({ port: other.port, rows: share })
  say('Two apis and two workers are up; sending')
  const { acknowledged, progress, done } = loadBoth([stage, other.stage], { sender, emails })
  const [sessions] = await Promise.all([
    killInTurn(stage, bouncer, { kills, progress }),
    trackVisits(other.stage, { visits: share, progress }),
    done,
  ])
  say('100 %  all acknowledged; waiting for what is queued')
  await untilVisited(stage, { workflowId, visits: share })
  await drain(stage)
  other.caller.close()
  const copies = copiesOf(stage.sink.arrivals)
  const repeated = [...repeatedBy(copies).values()].reduce((sum, count) => sum + count, 0)
  const { rows: waiting } = await pool.query('select from pg_stat_activity where usename = $1', [POOLED_USER])
  return [
    { what: 'times that PgBouncer was killed', measured: kills },
    {
      what: 'sessions of PostgreSQL for the requests of two apis, at most',
      measured: sessions,
      promised: `1 to ${SESSIONS}`,
      isKept: sessions > 0 && sessions <= SESSIONS,
    },
    { what: 'sessions at the end', measured: waiting.length },
    { what: 'calls that had to be said again', measured: stage.caller.repeats + other.caller.repeats },
    ...auditAcknowledged(acknowledged(), copies),
    nothing('emails that came twice, same Message-ID', repeated),
    ...(await auditTables(stage, acknowledged())),
    ...(await auditWorkload(stage, { visits: share, importId, rows: share })),
    nothing('nodes that ended by themselves', fleet.unasked.length),
  ]
}

type KillPlan = { kills: number; progress: () => number }

/** Spread over the load by its progress. @returns the most sessions that PgBouncer had at one time */
async function killInTurn(
  { say, pool }: Stage,
  bouncer: Bouncer,
  { kills, progress }: KillPlan,
): Promise<number> {
  let most = 0
  for (let index = 0; index < kills; index += 1) {
    const due = (index + 0.5) / (kills + 0.5)
    await until(() => progress() >= due, { what: 'the load goes on', limitMs: WAIT_MS })
    const { rows } = await pool.query('select from pg_stat_activity where usename = $1', [POOLED_USER])
    most = Math.max(most, rows.length)
    say(`${(due * 100).toFixed(0).padStart(3)} %  PgBouncer is killed`)
    await bouncer.kill()
    await bouncer.start()
  }
  return most
}

async function startBehind(
  folder: string,
  undo: Undo,
): Promise<{ bouncer: Bouncer; database: StageDatabase }> {
  const place = path.join(folder, 'server')
  mkdirSync(place, { mode: 0o711 })
  const direct = await embeddedDatabase({})(place, undo)
  const { username } = new URL(direct.url)
  await direct.pool.query(
    `create role ${POOLED_USER} login password '${POOLED_USER}' in role ${JSON.stringify(username)}`,
  )
  const bouncer = await Bouncer.make({
    folder: path.join(folder, 'pgbouncer'),
    databaseUrl: direct.url,
    sessions: SESSIONS,
    connectQuery: CONNECT_QUERY,
  })
  undo.push(() => bouncer.kill())
  await bouncer.start()
  return { bouncer, database: direct }
}

await runProof(async (say) => {
  const options = readProofOptions({
    numbers: { emails: 20_000, kills: 6 },
    smallest: { emails: 400, kills: 2 },
  })
  let bouncer: Bouncer | undefined
  const startDatabase = async (folder: string, undo: Undo) => {
    const started = await startBehind(folder, undo)
    bouncer = started.bouncer
    const { url, pool, pid } = started.database
    return { url: bouncer.url, directUrl: url, pool, pid }
  }
  return withStage({ say, callers: CALLERS, startDatabase }, (stage) => {
    if (!bouncer) throw new Error('PgBouncer is not there')
    return prove(stage, bouncer, options)
  })
})
