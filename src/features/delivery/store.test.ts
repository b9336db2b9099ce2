// The query plans and HOT updates of the email tables, from PostgreSQL's own statistics.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import pg from 'pg'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { relayTo, useDelivery } from '../../../test/support/delivery.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { inFreshProject, makeEmail, multiplyEmail } from '../../../test/support/factories.ts'
import { useSmtpSink } from '../../../test/support/servers/smtp-sink.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { claimEmails, listDueLanes } from './queue/claim.queries.ts'
import { INSTANCE_ROUTE } from '../transports/index.ts'

const sink = useSmtpSink()
const test = useTestApp({ SEND_RATE_PER_SECOND: '0' })
const delivery = useDelivery(test)
let own: TestApp
beforeEach(async () => {
  await sql`truncate email_queue`.execute(test.deps.database.db)
  own = await inFreshProject(test)
})

const db = () => test.deps.database.db

async function fillQueue(count: number): Promise<void> {
  const runAt = sql`run_at + n * interval '1 microsecond'`
  await multiplyEmail(test, { id: await makeEmail(own), count, columns: { runAt } })
}

type Plan = { 'Relation Name'?: string; 'Shared Hit Blocks'?: number; Plans?: Plan[] }

async function explain(statement: RawBuilder<unknown>): Promise<{ tables: string[]; blocks: number }> {
  const { rows } = await sql<{ 'QUERY PLAN': { Plan: Plan }[] }>`
    explain (analyze, buffers, format json) ${statement}`.execute(db())
  const root = rows[0]?.['QUERY PLAN'][0]?.Plan ?? {}
  const relations = (plan: Plan): string[] => [
    ...(plan['Relation Name'] === undefined ? [] : [plan['Relation Name']]),
    ...(plan.Plans ?? []).flatMap(relations),
  ]
  return { tables: [...new Set(relations(root))], blocks: root['Shared Hit Blocks'] ?? 0 }
}

describe('a statement by id', () => {
  it('touches the month of the email and no other', async () => {
    const emailId = await makeEmail(own, { stored: { status: 'SENT' } })
    const { projectId } = own.project
    const month = `emails_${test.clock.now().toISOString().slice(0, 7).replace('-', '_')}`
    const { tables } = await explain(
      sql`select * from all_emails where project_id = ${projectId} and id = ${emailId}`,
    )
    expect(tables.toSorted()).toEqual(['email_queue', month])
  })

  it('of many ids touches only the months from the lowest to the highest', async () => {
    const emailIds = [await makeEmail(own), await makeEmail(own)]
    const { pool } = test.deps.database
    const { rows } = await pool.query<{ count: string }>(
      "select count(*) from pg_inherits where inhparent = 'email_events'::regclass",
    )
    expect(Number(rows[0]?.count)).toBeGreaterThan(3)
    const notes = await sql`select from email_events where email_id = any(${emailIds}::uuid[])`.execute(db())
    expect(notes.rows).toEqual([])
    const sorted = emailIds.toSorted()
    const { tables } = await explain(sql`
      select n.* from unnest(${emailIds}::uuid[]) as given (id) cross join lateral (
        select * from email_events where project_id = ${own.project.projectId} and email_id = given.id
          and email_id between ${sorted[0]}::uuid and ${sorted.at(-1)}::uuid) as n`)
    expect(tables).toHaveLength(1)
  })
})

describe('sending', () => {
  it('writes the record once: at least nine of ten updates stay on their page and touch no index', async () => {
    // A connection reports its statistics by itself only after ten idle seconds.
    const reportStatistics = () =>
      Promise.all(
        Array.from({ length: test.deps.config.DATABASE_POOL_SIZE }, () =>
          sql`select pg_stat_force_next_flush(), pg_sleep(0.05)`.execute(db()),
        ),
      )
    const read = async () => {
      await reportStatistics()
      const { rows } = await sql<{ updates: number; hot: number; record: number }>`
        select (select n_tup_upd from pg_stat_user_tables where relname = 'email_queue') as updates,
          (select n_tup_hot_upd from pg_stat_user_tables where relname = 'email_queue') as hot,
          (select sum(n_tup_upd) from pg_stat_user_tables where relname ~ '^emails_')::bigint as record`.execute(
        db(),
      )
      return rows[0] ?? { updates: 0, hot: 0, record: 0 }
    }
    const before = await read()
    await fillQueue(1_000)
    await delivery.start(relayTo(sink))
    await eventually(() => expect(sink.emails.length).toBeGreaterThanOrEqual(1_000))
    await eventually(async () => {
      const after = await read()
      expect(after.updates - before.updates).toBeGreaterThanOrEqual(1_000)
      expect((after.hot - before.hot) / (after.updates - before.updates)).toBeGreaterThanOrEqual(0.9)
      expect(after.record - before.record).toBe(0)
    })
  })
})

describe('a claim behind an old snapshot', () => {
  it('reads no more pages for email sent meanwhile, from its known time on', async () => {
    const reader = new pg.Client({ connectionString: test.url })
    await reader.connect()
    onTestFinished(() => reader.end())
    await reader.query('begin isolation level repeatable read')
    await reader.query('select count(*) from email_queue')
    await fillQueue(5_000)
    // As if they had been sent: their rows are dead, and vacuum cannot remove them yet.
    await sql`delete from email_queue`.execute(db())
    await makeEmail(own)
    const [lane] = await listDueLanes(db(), INSTANCE_ROUTE)
    const options = {
      owner: 'x',
      room: 10,
      leaseSeconds: 60,
      routeId: INSTANCE_ROUTE,
      transport: 'test',
      ratePerSecond: 0,
    }
    const walk = (from: Date) =>
      explain(sql`
      select email_id from email_queue where route_id = 0 and project_id = ${own.project.projectId} and lane = 0
        and run_at between ${from} and statement_timestamp() order by run_at limit 1`)
    const [known, unknown] = [await walk(lane?.from ?? new Date()), await walk(new Date(0))]
    expect(unknown.blocks).toBeGreaterThan(100)
    expect(known.blocks).toBeLessThan(unknown.blocks / 10)
    const { emails } = await db()
      .transaction()
      .execute((trx) => claimEmails(trx, { ...options, lanes: lane ? [lane] : [] }))
    expect(emails).toHaveLength(1)
  })
})
