// Frequency caps: at most so many marketing emails in so many days reach a contact, whoever sends them and on however many nodes.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { countByStatus, relayTo, useDelivery } from '../../../test/support/delivery.ts'
import { eventually } from '../../../test/support/eventually.ts'
import {
  buildContact,
  buildContacts,
  inFreshProject,
  makeEmail,
  multiplyEmail,
} from '../../../test/support/factories.ts'
import { drain, runJob } from '../../../test/support/jobs.ts'
import { call } from '../../../test/support/requests.ts'
import { useSmtpSink } from '../../../test/support/servers/smtp-sink.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import type { Lane } from './queue/retry-schedule.ts'
import { foldTalliesJob } from './retention/retention.jobs.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const sink = useSmtpSink()
const test = useTestApp({ SEND_RATE_PER_SECOND: '0' })
const delivery = useDelivery(test)
const db = () => test.deps.database.db
let own: TestApp
let contact: { id: string; email: string }
let skippedMs = 0

beforeEach(async () => {
  test.clock.advance(-skippedMs)
  skippedMs = 0
  await sql`truncate emails, email_queue, cap_slots cascade`.execute(db())
  own = await inFreshProject(test)
  contact = await buildContact(own)
})

const setLimits = async (body: Record<string, unknown>) => {
  const reply = await call(own, ['PATCH', '/project'], { body })
  expect(reply.statusCode).toBe(200)
}
const setCap = (emails: number, days: number, holdAtMostHours = 72) =>
  setLimits({ frequencyCap: { emails, days }, holdAtMostHours })

type Recipient = { id: string; email: string }
const write = (
  to: Recipient = contact,
  { lane = 'marketing', source = 'CAMPAIGN' }: { lane?: Lane; source?: string } = {},
) => makeEmail(own, { lane, contactId: to.id, address: to.email, stored: { source } })

type ShownEmail = {
  status: string
  heldFor: string | null
  reason: string | null
  scheduledFor: string | null
}
const read = async (id: string) => (await call(own, ['GET', `/emails/${id}`])).json<ShownEmail>()
const statusesOf = async (ids: readonly string[]) =>
  (await Promise.all(ids.map(read))).map(({ status }) => status)
const hoursUntil = ({ scheduledFor }: ShownEmail): number =>
  Math.round((Date.parse(scheduledFor ?? '') - test.clock.now().getTime()) / HOUR_MS)

/** Time passes, and what was held or deferred until then is due. */
async function skip(ms: number): Promise<void> {
  test.clock.advance(ms)
  skippedMs += ms
  await sql`update email_queue set run_at = clock_timestamp() where run_at <= ${test.clock.now()}`.execute(
    db(),
  )
}

const run = () => delivery.drain(relayTo(sink))

const listSlots = async (): Promise<string[][]> => {
  const { rows } = await sql<{ ids: string[] }>`select email_ids as ids from cap_slots`.execute(db())
  return rows.map(({ ids }) => ids)
}

describe('a frequency cap', () => {
  it('holds marketing email above it, each until its turn', async () => {
    await setCap(1, 1)
    const ids = [await write(), await write(), await write(contact, { source: 'WORKFLOW' })]
    await run()
    const [first, second, third] = await Promise.all(ids.map(read))
    expect(first).toMatchObject({ status: 'SENT', heldFor: null })
    expect(second).toMatchObject({
      status: 'SCHEDULED',
      heldFor: 'cap',
      reason:
        'its recipient has got as much marketing email as the frequency cap of the project or the topic allows',
    })
    expect([second, third].map((email) => email && hoursUntil(email))).toEqual([24, 48])
    expect(sink.emails).toHaveLength(1)
  })

  it('lets them go in their order, as time passes', async () => {
    await setCap(1, 1)
    const ids = [await write(), await write(), await write()]
    await run()
    // It comes later, so it waits behind those that wait.
    await skip(23 * HOUR_MS)
    ids.push(await write())
    await skip(0)
    await run()
    expect(await statusesOf(ids)).toEqual(['SENT', 'SCHEDULED', 'SCHEDULED', 'SCHEDULED'])
    await skip(2 * HOUR_MS)
    await run()
    expect(await statusesOf(ids)).toEqual(['SENT', 'SENT', 'SCHEDULED', 'SCHEDULED'])
    await skip(DAY_MS)
    await run()
    expect(await statusesOf(ids)).toEqual(['SENT', 'SENT', 'SENT', 'SCHEDULED'])
  })

  it('counts contacts apart, and neither transactional email nor test recipients', async () => {
    await setCap(1, 1)
    const other = await buildContact(own)
    const robot = await buildContact(own, { email: 'delivered@inbox.lettermill.test' })
    const ids = [await write(), await write(other), await write(contact, { lane: 'transactional' })]
    ids.push(await write(robot), await write(robot))
    await run()
    expect(await statusesOf(ids)).toEqual(['SENT', 'SENT', 'SENT', 'DELIVERED', 'DELIVERED'])
    expect((await listSlots()).map(({ length }) => length)).toEqual([1, 1])
  })

  it('drops email that it has held for the longest time', async () => {
    await setCap(1, 7, 48)
    const ids = [await write(), await write()]
    await run()
    const held = await read(ids[1] ?? '')
    expect(held).toMatchObject({ status: 'SCHEDULED', heldFor: 'cap' })
    expect(hoursUntil(held)).toBe(48)
    await skip(2 * DAY_MS)
    await run()
    expect(await read(ids[1] ?? '')).toMatchObject({ status: 'SUPPRESSED', reason: 'frequency_cap' })
    expect(await listSlots()).toEqual([[ids[0]]])
  })

  it('does not drop it while quiet hours hold it', async () => {
    await setCap(1, 7, 2)
    const ids = [await write(), await write()]
    await run()
    const timeIn = (hours: number) =>
      new Date(test.clock.now().getTime() + hours * HOUR_MS).toISOString().slice(11, 16)
    await setLimits({ quietHours: { from: timeIn(1), to: timeIn(4), timezone: 'project' } })
    await skip(3 * HOUR_MS)
    await run()
    expect(await read(ids[1] ?? '')).toMatchObject({ status: 'SCHEDULED', heldFor: 'quiet_hours' })
    await skip(HOUR_MS)
    await run()
    expect(await read(ids[1] ?? '')).toMatchObject({ status: 'SUPPRESSED', reason: 'frequency_cap' })
  })

  it('ends holds when it is lifted, and holds anew when it is changed', async () => {
    await setCap(1, 1)
    const ids = [await write(), await write(), await write()]
    await run()
    await setCap(2, 1)
    await drain(test.deps)
    await run()
    expect(await statusesOf(ids)).toEqual(['SENT', 'SENT', 'SCHEDULED'])
    await setLimits({ frequencyCap: null })
    await drain(test.deps)
    await run()
    expect(await statusesOf(ids)).toEqual(['SENT', 'SENT', 'SENT'])
  })

  it('writes nothing in projects without one', async () => {
    await write()
    await write()
    await run()
    expect(await countByStatus(test)).toEqual({ SENT: 2 })
    expect(await listSlots()).toEqual([])
  })
})

describe('a slot', () => {
  it('is taken once, however often the email is tried', async () => {
    await setCap(1, 1)
    sink.script = { rcpt: '451 4.3.0 later' }
    const id = await write()
    await run()
    expect(await read(id)).toMatchObject({ status: 'DEFERRED' })
    sink.script = {}
    await skip(HOUR_MS)
    await run()
    expect(await read(id)).toMatchObject({ status: 'SENT' })
    expect(await listSlots()).toEqual([[id]])
  })

  it('is free again when the email bounces, is cancelled, or its contact leaves', async () => {
    await setCap(1, 1)
    sink.script = { rcpt: '550 5.7.1 not you' }
    const bounced = await write()
    await run()
    expect(await read(bounced)).toMatchObject({ status: 'BOUNCED' })
    expect(await listSlots()).toEqual([[]])
    sink.script = {}
    const ids = [await write(), await write(), await write()]
    await run()
    await call(own, ['POST', `/emails/${ids[1]}/cancel`])
    expect(await listSlots()).toEqual([[ids[0], ids[2]]])
    await call(own, ['PATCH', `/contacts/${contact.id}`], { body: { subscribed: false } })
    expect(await read(ids[2] ?? '')).toMatchObject({ status: 'SUPPRESSED', reason: 'unsubscribed' })
    expect(await listSlots()).toEqual([[ids[0]]])
  })

  it('is forgotten when it cannot count any more', async () => {
    await setCap(1, 1)
    const [old] = [await write(), await write(await buildContact(own))]
    await run()
    await sql`update cap_slots set times = array[now() - interval '91 days'] where ${old} = any(email_ids)`.execute(
      db(),
    )
    for (const _ of ['first', 'second']) await runJob(test.deps, foldTalliesJob, { payload: {} })
    expect(await listSlots()).toHaveLength(1)
  })

  it('goes with its contact', async () => {
    await setCap(1, 1)
    await write()
    await run()
    expect(await listSlots()).toHaveLength(1)
    await call(own, ['DELETE', `/contacts/${contact.id}`])
    await drain(test.deps)
    expect(await listSlots()).toEqual([])
  })
})

describe('two workers', () => {
  it('never send more than the cap together', async () => {
    const [contacts, perContact, cap] = [40, 6, 2]
    await setCap(cap, 1)
    for (const one of await buildContacts(own, contacts)) {
      const id = await write(one)
      await multiplyEmail(test, { id, count: perContact, columns: { address: sql`address` } })
    }
    await delivery.start(relayTo(sink, { connections: 3 }))
    await delivery.start(relayTo(sink, { connections: 3 }))
    const sent = contacts * cap
    await eventually(async () =>
      expect(await countByStatus(test)).toEqual({ SENT: sent, SCHEDULED: contacts * perContact - sent }),
    )
    const byRecipient = Map.groupBy(sink.emails, ({ to }) => to[0])
    expect([...byRecipient.values()].map(({ length }) => length)).toEqual(Array<number>(contacts).fill(cap))
  })

  it('never send more than the cap if one of them is gone after the claim', async () => {
    await setCap(1, 1)
    const ids = [await write(), await write()]
    // A worker took a slot for the second, and was killed before it sent it.
    await sql`
      insert into cap_slots (project_id, contact_id, email_ids, times, version)
      values (${own.project.projectId}, ${contact.id}, ${[ids[1]]}::uuid[], array[${test.clock.now()}]::timestamptz[], 1)`.execute(
      db(),
    )
    await run()
    expect(await statusesOf(ids)).toEqual(['SCHEDULED', 'SENT'])
  })
})
