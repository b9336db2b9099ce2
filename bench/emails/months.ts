// Months come and go while email is accepted and sent: how long it takes, and how long a write has to wait meanwhile.
import { setTimeout as sleep } from 'node:timers/promises'
import { dropMonths, ensureMonthsOf, firstOfMonth, listMonths } from '../../src/platform/db/months.ts'
import { createLog } from '../../src/platform/log/log.ts'
import type { Api } from '../harness/api.ts'
import { startNodeProcess } from '../harness/node-process.ts'
import type { Result } from '../harness/result.ts'
import type { Stage } from '../harness/stage.ts'
import { timed } from '../harness/timing.ts'
import type { FilledDatabase } from './fill.ts'

const TABLE = 'emails'
const TARGET_MS = 1_000

// Callers that each post one email after the other, which a worker sends to the built-in inbox.
const CALLERS = 4

// Before and after the measurement, so that writes are under way when it begins, and delayed writes are seen.
const MARGIN_MS = 1_000

// Beyond those that a node makes by itself.
const MONTHS_AHEAD = 12

export async function benchMonths(
  stage: Stage,
  add: (result: Result) => void,
  filled: FilledDatabase,
): Promise<void> {
  const worker = await startNodeProcess({ ...stage.settings, SEND_RATE_PER_SECOND: '0' }, { role: 'worker' })
  try {
    await benchDrop(stage, add, filled)
    await benchCreate(stage, add, filled)
  } finally {
    await worker.stop()
  }
}

const target = { atMost: TARGET_MS }

async function benchDrop(stage: Stage, add: (result: Result) => void, filled: FilledDatabase): Promise<void> {
  const { pool } = filled.database
  const [oldest] = await listMonths(pool, TABLE)
  const droppedFrom = firstOfMonth(new Date(`${oldest?.label}-01T00:00:00Z`), 1)
  const dropping = await besideWrites(stage, filled, async () => {
    const dropped = await dropMonths(pool, { table: TABLE, keptFrom: droppedFrom, log: createLog('silent') })
    if (dropped.length !== 1) throw new Error(`dropped ${dropped.join(', ') || 'nothing'}`)
  })
  add({ what: 'dropping the oldest month', value: dropping.tookMs, unit: 'ms', target })
  add({
    what: 'longest write meanwhile',
    detail: dropping.writes,
    value: dropping.longestMs,
    unit: 'ms',
    target,
  })
}

async function benchCreate(
  stage: Stage,
  add: (result: Result) => void,
  filled: FilledDatabase,
): Promise<void> {
  const { pool } = filled.database
  const making = await behindADump(filled, () =>
    besideWrites(stage, filled, () =>
      ensureMonthsOf(pool, { table: TABLE, months: [firstOfMonth(new Date(), MONTHS_AHEAD)] }),
    ),
  )
  add({ what: 'creating a month behind a dump', value: making.tookMs, unit: 'ms' })
  add({ what: 'longest write meanwhile', detail: making.writes, value: making.longestMs, unit: 'ms', target })
}

/** As pg_dump does: one snapshot, and a lock on the table and on each of its months. */
async function behindADump<T>({ database: { pool } }: FilledDatabase, work: () => Promise<T>): Promise<T> {
  const reader = await pool.connect()
  try {
    await reader.query('begin isolation level repeatable read')
    await reader.query(`lock table ${TABLE} in access share mode`)
    await reader.query(`select count(*) from (select from ${TABLE} limit 1000) as sample`)
    return await work()
  } finally {
    await reader.query('rollback')
    reader.release()
  }
}

type Beside = { tookMs: number; longestMs: number; writes: string }

/** Does the work while emails are accepted through the API and others end. Returns the time of the slowest write. */
async function besideWrites(
  stage: Stage,
  filled: FilledDatabase,
  work: () => Promise<unknown>,
): Promise<Beside> {
  const api = stage.openApi({ connections: CALLERS })
  // The first call of a content takes longer: threads are started for it.
  for (let call = 0; call < CALLERS; call += 1) await accept(api)
  const accepted: number[] = []
  const ended: number[] = []
  let isOver = false
  const repeat = async (times: number[], write: () => Promise<unknown>) => {
    while (!isOver) times.push(await timed(write))
  }
  const writing = Promise.all([
    ...Array.from({ length: CALLERS }, () => repeat(accepted, () => accept(api))),
    repeat(ended, () => end(filled)),
  ])
  try {
    await sleep(MARGIN_MS)
    const tookMs = await timed(work)
    await sleep(MARGIN_MS)
    isOver = true
    await writing
    const longestMs = Math.max(...accepted, ...ended)
    return { tookMs, longestMs, writes: `of ${accepted.length} accepted and ${ended.length} ended` }
  } finally {
    isOver = true
    await writing.catch(() => undefined)
  }
}

let serial = 0

const accept = (api: Api): Promise<unknown> =>
  api.post('/v1/send', {
    to: `month-${(serial += 1)}@receivers.test`,
    from: 'hello@mill.test',
    subject: 'Your code',
    body: '<p>It is 123456.</p>',
  })

/** The row that an email becomes when it ends, through the parent table, as all code writes it. */
async function end({ database: { pool }, projects }: FilledDatabase): Promise<void> {
  await pool.query(
    `insert into emails (project_id, id, content_id, lane, attempts, status, source, address)
     values ($1, (left(lowest_uuid_v7(now())::text, 15) || substr(gen_random_uuid()::text, 16))::uuid,
       md5('content 1')::uuid, 0, 1, 'SENT', 'TRANSACTIONAL', 'ended@example.com')`,
    [projects[0]],
  )
}
