// Marketing email in the quiet hours of its project: it waits, and is never dropped.
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { countByStatus, relayTo, useDelivery } from '../../../test/support/delivery.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { buildContact, inFreshProject, makeEmail } from '../../../test/support/factories.ts'
import { drain } from '../../../test/support/jobs.ts'
import { call } from '../../../test/support/requests.ts'
import { holdAnswers, useSmtpSink } from '../../../test/support/servers/smtp-sink.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import type { Lane } from './queue/retry-schedule.ts'

const HOUR_MS = 3_600_000

const sink = useSmtpSink()
const test = useTestApp({ SEND_RATE_PER_SECOND: '0' })
const delivery = useDelivery(test)
const db = () => test.deps.database.db
let own: TestApp
let begunAt = new Date()
let skippedMs = 0
/** The relay answers from now on. */
let release: () => void = () => undefined

beforeEach(async () => {
  test.clock.advance(-skippedMs)
  skippedMs = 0
  begunAt = test.clock.now()
  await sql`truncate emails, email_queue cascade`.execute(db())
  own = await inFreshProject(test)
})
afterEach(() => release())

/** HH:MM in UTC, so many hours from the begin of the test. */
const timeIn = (hours: number) => new Date(begunAt.getTime() + hours * HOUR_MS).toISOString().slice(11, 16)

const setLimits = async (body: Record<string, unknown>) => {
  const reply = await call(own, ['PATCH', '/project'], { body })
  expect(reply.statusCode).toBe(200)
}

/** Quiet hours since an hour ago, for two more hours. */
const setQuiet = (more: Record<string, unknown> = {}) =>
  setLimits({ quietHours: { from: timeIn(-1), to: timeIn(2), timezone: 'project', ...more } })

type WrittenEmail = { lane?: Lane; data?: Record<string, unknown>; email?: string; source?: string }

async function write({ lane = 'marketing', data = {}, email, source = 'CAMPAIGN' }: WrittenEmail = {}) {
  const contact = await buildContact(own, { data, ...(email !== undefined && { email }) })
  return makeEmail(own, { lane, contactId: contact.id, address: contact.email, stored: { source } })
}

const read = async (id: string) => (await call(own, ['GET', `/emails/${id}`])).json<Record<string, unknown>>()

/** Time passes, and what was held until then is due. */
async function skip(ms: number): Promise<void> {
  test.clock.advance(ms)
  skippedMs += ms
  await sql`update email_queue set run_at = clock_timestamp() where run_at <= ${test.clock.now()}`.execute(
    db(),
  )
}

const run = () => delivery.drain(relayTo(sink))

describe('in quiet hours', () => {
  it('marketing email waits for their end, and says so', async () => {
    await setQuiet()
    const id = await write()
    await run()
    expect(sink.emails).toEqual([])
    const end = `${timeIn(2)}:00.000Z`
    expect(await read(id)).toMatchObject({
      status: 'SCHEDULED',
      heldFor: 'quiet_hours',
      scheduledFor: expect.stringContaining(end) as string,
      attempts: 0,
      reason: 'it is quiet hours where its recipient is',
      events: [
        { type: 'queued' },
        {
          type: 'held',
          data: { heldFor: 'quiet_hours', scheduledFor: expect.stringContaining(end) as string },
        },
      ],
    })
  })

  it('is sent at their end, once, with the date of that time', async () => {
    await setQuiet()
    const id = await write()
    await run()
    const { scheduledFor } = await read(id)
    await skip(2 * HOUR_MS)
    await run()
    expect(sink.emails).toHaveLength(1)
    expect(await read(id)).toMatchObject({ status: 'SENT', heldFor: null, attempts: 1 })
    const [, date] = /^Date: (.*)\r$/m.exec(sink.emails[0]?.bytes.toString() ?? '') ?? []
    expect(new Date(date ?? '').toISOString()).toBe(scheduledFor)
  })

  it('transactional email, tests and test recipients do not wait', async () => {
    await setQuiet()
    await write({ lane: 'transactional' })
    await write({ source: 'TEST' })
    await write({ email: 'delivered@inbox.lettermill.test' })
    await run()
    expect(await countByStatus(test)).toEqual({ SENT: 2, DELIVERED: 1 })
  })

  it('counts where the contact is, or else the project', async () => {
    // Tokyo has no summer time, and is nine hours ahead.
    await setQuiet({ from: timeIn(8), to: timeIn(11), timezone: 'contact' })
    const there = await write({ data: { timezone: 'Asia/Tokyo' } })
    await write({ data: { timezone: 'America/Sao_Paulo' } })
    await write({ data: { timezone: 'Nowhere/Land' } })
    await run()
    expect(await countByStatus(test)).toEqual({ SENT: 2, SCHEDULED: 1 })
    expect(await read(there)).toMatchObject({
      scheduledFor: expect.stringContaining(`${timeIn(2)}:00.000Z`) as string,
    })
  })

  it('email may be retried for its full time after them', async () => {
    await setQuiet()
    const id = await write()
    await sql`update email_queue set give_up_at = clock_timestamp() + interval '1 minute'`.execute(db())
    await run()
    await skip(2 * HOUR_MS)
    sink.script = { rcpt: '451 4.3.0 later' }
    await run()
    expect(await read(id)).toMatchObject({ status: 'DEFERRED', attempts: 1 })
  })

  it('email can still be cancelled, and rescheduled', async () => {
    await setQuiet()
    const [first, second] = [await write({ source: 'WORKFLOW' }), await write({ source: 'WORKFLOW' })]
    await run()
    expect((await call(own, ['POST', `/emails/${first}/cancel`])).json()).toMatchObject({
      status: 'CANCELLED',
    })
    const moved = await call(own, ['PATCH', `/emails/${second}`], { body: { scheduledFor: null } })
    expect(moved.json()).toMatchObject({ status: 'QUEUED', heldFor: null, scheduledFor: null })
    await run()
    expect(await read(second)).toMatchObject({ status: 'SCHEDULED', heldFor: 'quiet_hours' })
  })
})

describe('quiet hours', () => {
  it('that are switched off release what they hold', async () => {
    await setQuiet()
    await write()
    await run()
    await setLimits({ quietHours: null })
    await drain(test.deps)
    await run()
    expect(await countByStatus(test)).toEqual({ SENT: 1 })
  })

  it('that are changed hold it until their new end', async () => {
    await setQuiet()
    const id = await write()
    await run()
    await setQuiet({ to: timeIn(5) })
    await drain(test.deps)
    await drain(test.deps)
    await run()
    expect(await read(id)).toMatchObject({
      status: 'SCHEDULED',
      scheduledFor: expect.stringContaining(`${timeIn(5)}:00.000Z`) as string,
    })
  })

  it('that begin after the claim hold what is not on the wire', async () => {
    await setLimits({ quietHours: { from: timeIn(1), to: timeIn(3), timezone: 'project' } })
    const ids = [await write(), await write(), await write(), await write()]
    release = holdAnswers(sink)
    await delivery.start(relayTo(sink, { connections: 1 }))
    await eventually(async () => {
      expect(sink.emails).toHaveLength(1)
      expect((await countByStatus(test)).SENDING).toBe(ids.length)
    })
    await skip(HOUR_MS)
    release()
    await eventually(async () =>
      expect(await countByStatus(test)).toEqual({ SENT: 1, SCHEDULED: ids.length - 1 }),
    )
    expect(sink.emails).toHaveLength(1)
  })
})
