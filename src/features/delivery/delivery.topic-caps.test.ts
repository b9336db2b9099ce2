// The frequency cap of a topic: its emails have to keep it and that of the project.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { countByStatus, relayTo, useDelivery } from '../../../test/support/delivery.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { buildContact, buildContacts, inFreshProject, makeEmail } from '../../../test/support/factories.ts'
import { buildTopic } from '../../../test/support/feature-steps.ts'
import { drain } from '../../../test/support/jobs.ts'
import { call } from '../../../test/support/requests.ts'
import { useSmtpSink } from '../../../test/support/servers/smtp-sink.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'

const sink = useSmtpSink()
const test = useTestApp({ SEND_RATE_PER_SECOND: '0' })
const delivery = useDelivery(test)
const db = () => test.deps.database.db
let own: TestApp
let contact: { id: string; email: string }
let news: string

beforeEach(async () => {
  await sql`truncate emails, email_queue, cap_slots cascade`.execute(db())
  own = await inFreshProject(test)
  contact = await buildContact(own)
  news = (await buildTopic(own, { key: 'news', frequencyCap: { emails: 1, days: 1 } })).id
})

const write = (topicId: string | null, to = contact) =>
  makeEmail(own, {
    lane: 'marketing',
    contactId: to.id,
    address: to.email,
    stored: { source: 'CAMPAIGN', topic_id: topicId },
  })
const statusesOf = async (ids: readonly string[]) => {
  const emails = await Promise.all(ids.map((id) => call(own, ['GET', `/emails/${id}`])))
  return emails.map((reply) => reply.json<{ status: string }>().status)
}
const run = () => delivery.drain(relayTo(sink))
const setCap = (emails: number) =>
  call(own, ['PATCH', '/project'], { body: { frequencyCap: { emails, days: 1 } } })

describe('the cap of a topic', () => {
  it('holds email about it, and no other email', async () => {
    const offers = (await buildTopic(own, { key: 'offers' })).id
    const ids = [
      await write(news),
      await write(news),
      await write(null),
      await write(offers),
      await write(offers),
    ]
    await run()
    expect(await statusesOf(ids)).toEqual(['SENT', 'SCHEDULED', 'SENT', 'SENT', 'SENT'])
    const { rows } = await sql`select held_for, reason from email_queue`.execute(db())
    expect(rows).toMatchObject([{ held_for: 'cap', reason: expect.stringContaining('topic') as unknown }])
  })

  it('and that of the project both count', async () => {
    await setCap(2)
    const ids = [await write(news), await write(news), await write(null), await write(null)]
    await run()
    expect(await statusesOf(ids)).toEqual(['SENT', 'SCHEDULED', 'SENT', 'SCHEDULED'])
  })

  it('gives its slot back with an email that is not sent', async () => {
    await setCap(3)
    const id = await write(news)
    sink.script = { rcpt: () => '550 5.1.1 no such user' }
    await run()
    expect(await statusesOf([id])).toEqual(['BOUNCED'])
    const { rows } = await sql<{ email_ids: string[] }>`select email_ids from cap_slots`.execute(db())
    expect(rows.map((row) => row.email_ids)).toEqual([[], []])
  })

  it('lets email go when it ends', async () => {
    const ids = [await write(news), await write(news)]
    await run()
    await call(own, ['PATCH', `/topics/${news}`], { body: { frequencyCap: null } })
    await drain(test.deps)
    await run()
    expect(await statusesOf(ids)).toEqual(['SENT', 'SENT'])
  })

  it('is kept by two workers together, with that of the project', async () => {
    await setCap(2)
    const contacts = await buildContacts(own, 30)
    for (const one of contacts) {
      for (const topic of [news, null, news, null]) await write(topic, one)
    }
    await delivery.start(relayTo(sink, { connections: 3 }))
    await delivery.start(relayTo(sink, { connections: 3 }))
    await eventually(async () => expect(await countByStatus(test)).toEqual({ SENT: 60, SCHEDULED: 60 }))
    const { rows } = await sql<{ most: number }>`
      select max(count)::int as most from (
        select count(*) from emails where topic_id = ${news} group by contact_id) as sent`.execute(db())
    expect(rows[0]?.most).toBe(1)
  })
})
