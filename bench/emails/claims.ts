// The cost of a claim: beside a large record, and behind a snapshot that a backup has held for ten minutes, so
// that vacuum cannot remove the emails that were sent since from the queue. The floor is the same work in an empty database of
// the same server, in turn.
import { openDatabase } from '../../src/platform/db/client.ts'
import type { Database } from '../../src/platform/db/client.ts'
import { executePrepared } from '../../src/platform/db/prepared.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { createLog } from '../../src/platform/log/log.ts'
import { createLeases, LEASE_SECONDS } from '../../src/features/delivery/queue/leases.ts'
import { createDueEmails, POLL_MS } from '../../src/features/delivery/queue/due-emails.service.ts'
import type { DueEmails } from '../../src/features/delivery/queue/due-emails.service.ts'
import type { ClaimedEmail } from '../../src/features/delivery/queue/claim.queries.ts'
import { recordOutcomes } from '../../src/features/delivery/record/record.queries.ts'
import { prepareDatabase } from '../../src/prepare-database.ts'
import type { Result } from '../harness/result.ts'
import type { Stage } from '../harness/stage.ts'
import { quantile, timed } from '../harness/timing.ts'
import type { FilledDatabase } from './fill.ts'
import { INSTANCE_ROUTE } from '../../src/features/transports/index.ts'

// As many as a worker claims at a time.
const ROOM = 200
const EMAILS_PER_ROUND = 10_000
const ROUNDS = 7

// Ten minutes of a thousand per second, about what one worker sends on two cores. Claims slow down by the number of emails
// that came and went since the snapshot, not by the time, so they are sent as fast as they can be.
const SENT_IN_TEN_MINUTES = 600_000

const OWNER = 'bench'

export async function benchClaims(
  stage: Stage,
  add: (result: Result) => void,
  { database, projects }: FilledDatabase,
): Promise<void> {
  const empty = await openEmptyDatabase(stage)
  try {
    const queues = { full: openQueue(database, projects), empty: openQueue(empty, projects) }
    await copyProjects(empty, projects)
    const unit = 'emails/s'
    const beside = await measureInTurn(stage, queues)
    const what = 'claims, 200 emails at a time'
    add({ what: `${what}, beside the record`, ...beside, unit, target: { ratio: 0.9 } })
    const reader = await database.pool.connect()
    try {
      await reader.query('begin isolation level repeatable read')
      await reader.query('select count(*) from email_queue')
      const sent = stage.sized(SENT_IN_TEN_MINUTES)
      for (let done = 0; done < sent; done += EMAILS_PER_ROUND) await runRound(stage, queues.full)
      const behind = await measureInTurn(stage, queues)
      const detail = `${sent.toLocaleString('en-GB')} emails sent since`
      add({ what: `${what}, behind an old snapshot`, detail, ...behind, unit, target: { ratio: 0.5 } })
    } finally {
      await reader.query('rollback')
      reader.release()
    }
  } finally {
    await empty.close()
  }
}

type Queue = { database: Database; due: DueEmails; projects: readonly string[] }

function openQueue(database: Database, projects: readonly string[]): Queue {
  const parts = { database, log: createLog('silent'), clock: systemClock, leases: createLeases() }
  const options = {
    owner: OWNER,
    routeId: INSTANCE_ROUTE,
    transport: 'bench',
    ratePerSecond: 0,
    leaseSeconds: LEASE_SECONDS,
    pollMs: POLL_MS,
  }
  return { database, due: createDueEmails(parts, options), projects }
}

/** Medians of all rounds, in emails per second of the time that claims took. */
async function measureInTurn(
  stage: Stage,
  { full, empty }: { full: Queue; empty: Queue },
): Promise<{ value: number; floor: number }> {
  const values: number[] = []
  const floors: number[] = []
  for (let round = 0; round < stage.sized(ROUNDS); round += 1) {
    floors.push(await runRound(stage, empty))
    values.push(await runRound(stage, full))
  }
  return { value: quantile(values, 0.5), floor: quantile(floors, 0.5) }
}

/** Accepts emails of all projects, claims them as a worker does and records each as sent. The rate of the claims alone. */
async function runRound({ sized }: Stage, { database, due, projects }: Queue): Promise<number> {
  const emails = sized(EMAILS_PER_ROUND)
  await database.pool.query(ACCEPT, [projects, emails])
  due.notifyNewEmail([])
  let claimed = 0
  let ms = 0
  while (claimed < emails) {
    let batch: ClaimedEmail[] = []
    ms += await timed(async () => {
      batch = (await due.claim(ROOM)).emails
    })
    // All known emails are claimed; a worker would scan the whole queue half a second later.
    if (batch.length === 0) due.notifyNewEmail([])
    else await record(database, batch)
    claimed += batch.length
  }
  return (claimed / ms) * 1000
}

async function record(database: Database, batch: readonly ClaimedEmail[]): Promise<void> {
  const at = systemClock.now()
  const outcomes = batch.map((email) => ({
    status: 'SENT' as const,
    reply: { code: 250, enhancedCode: '2.0.0', text: 'Ok: queued as 4ZBq3K1x2Yz' },
    projectId: email.project_id,
    emailId: email.id,
    contactId: email.contact_id,
    address: email.address,
    fence: email.fence,
    attempt: email.attempts,
    subject: 'News',
    isSimulated: false,
    at,
  }))
  await executePrepared(database, 'record-outcomes', recordOutcomes(OWNER, outcomes))
}

// Half of them of the first project, as in the record.
const ACCEPT = `
  insert into email_queue (project_id, email_id, content_id, address, status, lane, source, variables, run_at, give_up_at)
  select case when n % 2 = 0 then p[1] else p[1 + n / 2 % cardinality(p)] end,
    (left(lowest_uuid_v7(clock_timestamp())::text, 15) || substr(gen_random_uuid()::text, 16))::uuid,
    md5('content 1')::uuid, 'person-' || n || '@example.com', 'QUEUED', 0, 'TRANSACTIONAL',
    '{"name": "Ada", "code": "123456"}', clock_timestamp(), clock_timestamp() + interval '1 day'
  from (select $1::uuid[] as p) as given, generate_series(1, $2::int) as n`

async function openEmptyDatabase({ pool, settings }: Stage): Promise<Database> {
  const url = new URL(settings['DATABASE_URL'] ?? '')
  await pool.query(`create database empty_bench owner ${url.username}`)
  url.pathname = '/empty_bench'
  const log = createLog('silent')
  const database = openDatabase({ urls: [url.href], poolSize: 4, log })
  await prepareDatabase({ database, clock: systemClock, log })
  return database
}

async function copyProjects({ pool }: Database, projects: readonly string[]): Promise<void> {
  await pool.query(
    `insert into projects (id, name, created_at, updated_at)
     select id, 'Copy', now(), now() from unnest($1::uuid[]) as id`,
    [projects],
  )
}
