// How long emails are kept, and what remains of them: months are created and dropped for real.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { relayTo, useDelivery } from '../../../../test/support/delivery.ts'
import { inFreshProject, makeEmail, newAddress } from '../../../../test/support/factories.ts'
import { runJob } from '../../../../test/support/jobs.ts'
import { call } from '../../../../test/support/requests.ts'
import { postSend, send, sendOne } from '../../../../test/support/send-steps.ts'
import { useSmtpSink } from '../../../../test/support/servers/smtp-sink.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { foldCounters } from '../../../platform/db/counters.ts'
import { ensureMonths } from '../../../platform/db/months.ts'
import { newIdOf } from '../../../platform/ids.ts'
import type { EmailId } from '../../../platform/ids.ts'
import { MONTHLY_TABLES } from '../../../prepare-database.ts'
import { dropOldEmailsJob, eraseOldContentsJob, foldTalliesJob } from './retention.jobs.ts'

const DAY_MS = 86_400_000
const sink = useSmtpSink()
const test = useTestApp()
const delivery = useDelivery(test)
let own: TestApp
beforeEach(async () => {
  own = await inFreshProject(test)
})

const db = () => test.deps.database.db
const pool = () => test.deps.database.pool
const daysAgo = (days: number) => new Date(test.clock.now().getTime() - days * DAY_MS)

/** A sent email of that time, with variables, history and a hit. */
async function makeOld(days: number): Promise<EmailId> {
  const at = daysAgo(days)
  await ensureMonths(pool(), { tables: MONTHLY_TABLES, now: at })
  const id = newIdOf<EmailId>(at)
  await makeEmail(own, {
    variables: { name: 'Ada' },
    stored: { id, status: 'BOUNCED', sent_at: at, subject: 'Hello Ada', tags: ['old'] },
  })
  await sql`
    insert into email_events (project_id, email_id, id, type, created_at)
    values (${own.project.projectId}, ${id}, ${id}, 'bounced', ${at})`.execute(db())
  return id
}

const count = async (table: string) => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where project_id = ${own.project.projectId}`.execute(
    db(),
  )
  return rows[0]?.count
}
const total = async (query: Record<string, string> = {}) =>
  (await call(own, ['GET', '/emails'], { query })).json<{ total: number }>().total

describe('the record of emails', () => {
  it('is dropped by whole months after a year, with its history and its total; the job can run again', async () => {
    await makeOld(0)
    await makeOld(360)
    await makeOld(500)
    expect([await total(), await total({ tag: 'old' })]).toEqual([3, 3])
    for (let times = 0; times < 2; times += 1) {
      expect(await runJob(test.deps, dropOldEmailsJob, { payload: {} })).toEqual({ kind: 'done' })
      expect([await total(), await count('emails'), await count('email_events')]).toEqual([2, 2, 2])
      expect(await total({ tag: 'old' })).toBe(2)
      await foldCounters(db())
    }
  })

  it('stays where an email of that month still waits', async () => {
    const old = await makeOld(500)
    const waiting = await makeEmail(own, {
      scheduledFor: daysAgo(-1),
      stored: { email_id: newIdOf<EmailId>(daysAgo(499)) },
    })
    await runJob(test.deps, dropOldEmailsJob, { payload: {} })
    expect((await call(own, ['GET', `/emails/${old}`])).statusCode).toBe(200)
    await sql`delete from email_queue where project_id = ${own.project.projectId}`.execute(db())
    await runJob(test.deps, dropOldEmailsJob, { payload: {} })
    expect((await call(own, ['GET', `/emails/${old}`])).statusCode).toBe(404)
    expect(waiting).toBeDefined()
  })
})

describe('what an email said', () => {
  const erase = () => runJob(test.deps, eraseOldContentsJob, { payload: {} })
  const age = (days: number) =>
    sql`update contents set used_at = ${daysAgo(days)} where project_id = ${own.project.projectId}`.execute(
      db(),
    )

  it('is erased by the month, and asking for it says so; sender and subject stay', async () => {
    const id = await makeOld(100)
    await age(100)
    await erase()
    const reply = await call(own, ['GET', `/emails/${id}/content`])
    expect(reply.statusCode).toBe(404)
    expect(reply.json()).toMatchObject({ error: { message: expect.stringMatching(/45 days/) as string } })
    expect((await call(own, ['GET', `/emails/${id}`])).json()).toMatchObject({
      subject: 'Hello Ada',
      from: 'shop@shop.test',
    })
    expect(await count('content_bodies')).toBe(0)
  })

  it('stays while an email that waits needs it, however old it is', async () => {
    const { email } = await sendOne(own, { scheduledFor: daysAgo(-3).toISOString() })
    await age(100)
    await erase()
    expect((await call(own, ['GET', `/emails/${email}/content`])).statusCode).toBe(200)
  })

  /** An email that was scheduled long ago for today. */
  async function makeScheduled(): Promise<EmailId> {
    const acceptedAt = daysAgo(100)
    await ensureMonths(pool(), { tables: MONTHLY_TABLES, now: acceptedAt })
    const variables = { name: 'Ada' }
    const id = newIdOf<EmailId>(acceptedAt)
    await makeEmail(own, { variables, scheduledFor: test.clock.now(), stored: { email_id: id } })
    await age(100)
    return id
  }

  it.each(['the built-in inbox', 'a relay'])(
    'is kept from the day on which the email was sent to %s, however long it had waited',
    async (receiver) => {
      const id = await makeScheduled()
      await erase()
      await delivery.drain(receiver === 'a relay' ? relayTo(sink) : undefined)
      await erase()
      const read = () => call(own, ['GET', `/emails/${id}/content`])
      expect((await read()).json()).toMatchObject({ subject: 'Hello Ada' })
      const later = 80 * DAY_MS
      test.clock.advance(later)
      onTestFinished(async () => {
        test.clock.advance(-later)
        await ensureMonths(pool(), { tables: MONTHLY_TABLES, now: test.clock.now() })
      })
      await erase()
      const reply = await read()
      expect([reply.statusCode, await count('email_payloads')]).toEqual([404, 0])
      expect(reply.json()).toMatchObject({ error: { message: expect.stringMatching(/45 days/) as string } })
    },
  )

  it('is erased in its time although an older email still waits', async () => {
    await makeScheduled()
    await makeOld(99)
    expect(await count('email_payloads')).toBe(1)
    await erase()
    expect(await count('email_payloads')).toBe(0)
  })

  it('is stored again by a call that sends it after all, on a node that thinks it is there', async () => {
    const attachments = [{ filename: 'a.txt', content: Buffer.from('hello').toString('base64') }]
    await send(own, { attachments })
    await delivery.drain()
    await age(100)
    await sql`update blobs set used_at = ${daysAgo(100)} where project_id = ${own.project.projectId}`.execute(
      db(),
    )
    await erase()
    expect([await count('content_bodies'), await count('blobs')]).toEqual([0, 0])
    expect((await postSend(own, { attachments, to: newAddress() })).statusCode).toBe(200)
    expect([await count('content_bodies'), await count('blobs')]).toEqual([1, 1])
    await delivery.drain()
    expect((await call(own, ['GET', '/emails'], { query: { status: 'DELIVERED' } })).json()).toMatchObject({
      total: 2,
    })
  })

  it('is marked as used once a day, so that content in daily use is never erased', async () => {
    await send(own)
    await age(100)
    await send(own)
    await erase()
    expect(await count('content_bodies')).toBe(1)
  })
})

describe('the tally', () => {
  it('folds old hours into days and deletes old days; the sums stay', async () => {
    const { projectId } = own.project
    const label = (days: number, hour: string) => `${daysAgo(days).toISOString().slice(0, 10)}T${hour} sent`
    for (const [name, value] of [
      [label(20, '01'), 3],
      [label(20, '02'), 4],
      [label(1, '05'), 5],
      [label(500, '05'), 6],
    ] as const) {
      await sql`insert into counters values (${projectId}, 'mail', ${name}, ${value})`.execute(db())
    }
    for (let times = 0; times < 2; times += 1) {
      expect(await runJob(test.deps, foldTalliesJob, { payload: {} })).toEqual({ kind: 'done' })
      const { rows } = await sql<{ label: string; value: number }>`
        select label, value from counters where project_id = ${projectId} and counter = 'mail' order by label`.execute(
        db(),
      )
      expect(rows).toEqual([
        { label: `${daysAgo(20).toISOString().slice(0, 10)} sent`, value: 7 },
        { label: label(1, '05'), value: 5 },
      ])
    }
  })
})
