// Attachments, large contents and the bytes of the inbox in the object store, and email while the store fails.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { relayTo, useDelivery } from '../../../test/support/delivery.ts'
import { inFreshProject } from '../../../test/support/factories.ts'
import { runJob } from '../../../test/support/jobs.ts'
import { call, errorOf } from '../../../test/support/requests.ts'
import { readEmail, send, sendOne } from '../../../test/support/send-steps.ts'
import { useS3Server } from '../../../test/support/servers/s3-server.ts'
import { useSmtpSink } from '../../../test/support/servers/smtp-sink.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { listMonths } from '../../platform/db/months.ts'
import { deleteUnusedObjectsJob, moveBytesOutJob } from '../../platform/objects/objects-upkeep.ts'
import { dropOldMonths } from './retention/retention.service.ts'
import { CONTENT_TABLES } from './retention/retention.months.ts'

const s3 = await useS3Server()
const sink = useSmtpSink()
const test = useTestApp({ OBJECT_STORE: s3.setting, SEND_RATE_PER_SECOND: '0' })
const delivery = useDelivery(test)
const drain = () => delivery.drain(relayTo(sink))
const db = () => test.deps.database.db

let own: TestApp
beforeEach(async () => {
  own = await inFreshProject(test)
})

const WORDS = Buffer.from('The invoice of May. '.repeat(100))
const attachments = [{ filename: 'may.txt', content: WORDS.toString('base64') }]

const objectsOf = async ({ project }: TestApp, kind: string) =>
  (await s3.keys()).filter((key) => key.startsWith(`${project.projectId}/${kind}/`))

/** Where the bytes of the project are: the number of rows with bytes, and with an object. */
async function placesOf({ project }: TestApp, table: string): Promise<[database: number, store: number]> {
  const { rows } = await sql<{ database: number; store: number }>`
    select count(*) filter (where object_key is null) as database, count(object_key) as store
    from ${sql.table(table)} where project_id = ${project.projectId}`.execute(db())
  return [rows[0]?.database ?? 0, rows[0]?.store ?? 0]
}

const makeDue = (id: string) =>
  sql`update email_queue set run_at = 'epoch' where project_id = ${own.project.projectId} and email_id = ${id}`.execute(
    db(),
  )
const sweep = async () => {
  await sql`update unused_objects set due_at = 'epoch'`.execute(db())
  await runJob(test.deps, deleteUnusedObjectsJob, { payload: {} })
}
const failWith = (status: number, code: string) => {
  s3.fault = () => ({ status, code })
}
const repair = () => {
  s3.fault = () => undefined
}
const lastEmail = () => sink.emails.at(-1)?.bytes.toString() ?? ''

describe('an attachment', () => {
  it('is in the store, once per project, and in the email', async () => {
    const { email } = await sendOne(own, { attachments })
    await send(own, { attachments, subject: 'Again' })
    expect([await placesOf(own, 'blobs'), (await objectsOf(own, 'attachments')).length]).toEqual([[0, 1], 1])
    const other = { ...own, project: test.other }
    await send(other, { attachments })
    expect(await objectsOf(other, 'attachments')).toHaveLength(1)
    await drain()
    expect(await readEmail(own, email)).toMatchObject({ status: 'SENT', attempts: 1 })
    expect(lastEmail()).toContain(WORDS.toString('base64').slice(0, 60))
  })

  it.each([
    ['is refused', () => failWith(403, 'AccessDenied')],
    ['is busy', () => failWith(503, 'SlowDown')],
    ['loses uploads in the middle', () => void (s3.fault = () => 'half the request')],
  ])('is accepted into the database while the store %s, and moves out later', async (_what, fail) => {
    fail()
    const { email } = await sendOne(own, { attachments })
    await runJob(test.deps, moveBytesOutJob, { payload: {} })
    expect(await placesOf(own, 'blobs')).toEqual([1, 0])
    repair()
    for (let times = 0; times < 2; times += 1) await runJob(test.deps, moveBytesOutJob, { payload: {} })
    expect([await placesOf(own, 'blobs'), (await objectsOf(own, 'attachments')).length]).toEqual([[0, 1], 1])
    await drain()
    expect(await readEmail(own, email)).toMatchObject({ status: 'SENT' })
    expect(lastEmail()).toContain(WORDS.toString('base64').slice(0, 60))
  })

  it.each([
    ['refuses', () => failWith(403, 'AccessDenied')],
    ['is busy', () => failWith(503, 'SlowDown')],
    ['is empty, because the bucket is gone', () => failWith(404, 'NoSuchBucket')],
    ['drops connections', () => void (s3.fault = () => 'drop')],
    ['ends answers in the middle', () => void (s3.fault = () => 'half the answer')],
    ['returns other bytes', () => void (s3.fault = () => 'a wrong byte')],
  ])('makes its email wait while the store %s; it is sent once the store works', async (_what, fail) => {
    const { email } = await sendOne(own, { attachments })
    const before = sink.emails.length
    fail()
    await drain()
    const waiting = await readEmail(own, email)
    expect(waiting).toMatchObject({ status: 'DEFERRED', attempts: 0 })
    // Nothing about the store itself, which belongs to the operator.
    expect(waiting.reason).toMatch(/^The object store of this server [a-z ]+\.$/)
    repair()
    await makeDue(email)
    await drain()
    expect(await readEmail(own, email)).toMatchObject({ status: 'SENT', attempts: 1 })
    expect(sink.emails).toHaveLength(before + 1)
  })

  it('fails its email with the reason when it has vanished', async () => {
    const { email } = await sendOne(own, { attachments })
    for (const key of await objectsOf(own, 'attachments')) s3.remove(key)
    await drain()
    expect(await readEmail(own, email)).toMatchObject({
      status: 'FAILED',
      reason: 'its attachment may.txt is gone from the object store',
    })
  })

  it('fails an email that has waited until it is given up', async () => {
    const { email } = await sendOne(own, { attachments })
    failWith(503, 'SlowDown')
    await sql`update email_queue set give_up_at = now() where email_id = ${email}`.execute(db())
    await drain()
    const { status, reason } = await readEmail(own, email)
    expect([status, reason]).toEqual(['FAILED', expect.stringMatching(/^given up, because the object store/)])
  })

  it('is deleted from the store with its row', async () => {
    await send(own, { attachments })
    await sql`delete from blobs where project_id = ${own.project.projectId}`.execute(db())
    await sweep()
    expect(await objectsOf(own, 'attachments')).toEqual([])
  })
})

describe('a large content', () => {
  const body = `<p>${'A long story. '.repeat(6_000)}</p>`

  it('moves out after it was accepted, and a small one does not', async () => {
    const { email } = await sendOne(own, { body, subject: 'Large' })
    await send(own, { subject: 'Small' })
    await runJob(test.deps, moveBytesOutJob, { payload: {} })
    expect(await placesOf(own, 'content_bodies')).toEqual([1, 1])
    await drain()
    expect(await readEmail(own, email)).toMatchObject({ status: 'SENT' })
    const content = await call(own, ['GET', `/emails/${email}/content`])
    expect(content.json<{ html: string }>().html).toContain('A long story. A long story.')
    // This call finds the content that has moved out.
    await send(own, { body, subject: 'Large', to: 'ben@example.com' })
    await drain()
    expect(lastEmail()).toContain('A long story.')
  })

  it('fails its email when it has vanished, and is said to be unavailable while the store fails', async () => {
    const { email } = await sendOne(own, { body, subject: 'Lost' })
    await runJob(test.deps, moveBytesOutJob, { payload: {} })
    failWith(503, 'SlowDown')
    const reply = await call(own, ['GET', `/emails/${email}/content`])
    expect([reply.statusCode, errorOf(reply).message]).toEqual([
      503,
      'The object store of this server does not work at the moment.',
    ])
    repair()
    for (const key of await objectsOf(own, 'contents')) s3.remove(key)
    await drain()
    const lost = { status: 'FAILED', reason: 'its content is gone from the object store' }
    expect(await readEmail(own, email)).toMatchObject(lost)
  })
})

describe('the built-in inbox', () => {
  const readRaw = (id: string) => call(own, ['GET', `/emails/${id}/raw`])

  it('has its bytes in the store, and their size in the list', async () => {
    const { email } = await sendOne(own, { attachments })
    await delivery.drain()
    expect(await placesOf(own, 'inbox_messages')).toEqual([0, 1])
    const reply = await readRaw(email)
    expect(reply.body).toContain('may.txt')
    const list = (await call(own, ['GET', '/inbox'])).json<{ emails: { bytes: number }[] }>()
    expect(list.emails.map(({ bytes }) => bytes)).toEqual([reply.rawPayload.length])
    expect((await call(own, ['GET', `/emails/${email}/content`])).json()).toMatchObject({
      subject: 'Your order',
    })
  })

  it('keeps email in the database while the store fails', async () => {
    failWith(500, 'InternalError')
    const { email } = await sendOne(own)
    await delivery.drain()
    expect([await placesOf(own, 'inbox_messages'), (await readRaw(email)).statusCode]).toEqual([[1, 0], 200])
  })

  it('deletes the objects of a month that is dropped', async () => {
    await sendOne(own)
    await delivery.drain()
    expect(await objectsOf(own, 'inbox')).toHaveLength(1)
    const { database, log } = test.deps
    const inYears = new Date(test.clock.now().getTime() + 800 * 86_400_000)
    await dropOldMonths(database, { tables: CONTENT_TABLES, keptDays: 31, now: inYears, log })
    expect(await listMonths(database.pool, 'inbox_messages')).toEqual([])
    await sweep()
    expect(await objectsOf(own, 'inbox')).toEqual([])
  })
})
