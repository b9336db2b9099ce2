// Emails with a topic: who gets them, when they are accepted and while they wait.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { useDelivery } from '../../../test/support/delivery.ts'
import { buildContact, inFreshProject, newAddress } from '../../../test/support/factories.ts'
import type { ContactRecord } from '../../../test/support/factories.ts'
import { buildTemplate, buildTopic } from '../../../test/support/feature-steps.ts'
import type { TopicRecord } from '../../../test/support/feature-steps.ts'
import { call, errorOf, fieldsOf } from '../../../test/support/requests.ts'
import { postSend, readEmail, SENDER, send, sendOne } from '../../../test/support/send-steps.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'

const test = useTestApp({ SEND_RATE_PER_SECOND: '0' })
const delivery = useDelivery(test)

let app: TestApp
let news: TopicRecord
let offers: TopicRecord
let marketing: string
beforeEach(async () => {
  app = await inFreshProject(test)
  news = await buildTopic(app, { key: 'news', optIn: 'implied' })
  offers = await buildTopic(app, { key: 'offers', optIn: 'explicit' })
  marketing = (await buildTemplate(app, { type: 'MARKETING', from: SENDER })).id
})

const choose = (id: string, topics: object) => call(app, ['PATCH', `/contacts/${id}`], { body: { topics } })
const template = (fields: object = {}) => ({
  template: marketing,
  subject: undefined,
  body: undefined,
  from: undefined,
  ...fields,
})
const sendTo = (contact: ContactRecord, fields: object = {}) =>
  sendOne(app, template({ to: contact.email, ...fields }))
const inAnHour = () => new Date(test.clock.now().getTime() + 3_600_000).toISOString()
const remove = ({ id }: TopicRecord) => call(app, ['DELETE', `/topics/${id}`])

/** Lets an email that is scheduled for later leave now. */
async function deliverNow(emailId: string) {
  const scheduledFor = test.clock.now().toISOString()
  await call(app, ['PATCH', `/emails/${emailId}`], { body: { scheduledFor } })
  await delivery.drain()
  return readEmail(app, emailId)
}

describe('a marketing email with a topic', () => {
  it('goes to subscribed contacts who are in the topic', async () => {
    const silent = await buildContact(app)
    const left = await buildContact(app)
    const chose = await buildContact(app)
    await choose(left.id, { news: false, offers: false })
    await choose(chose.id, { news: true, offers: true })
    const to = [silent, left, chose].map(({ email }) => email)
    const implied = await send(app, template({ to, topic: 'news' }))
    expect(implied.map(({ status, reason }) => [status, reason])).toEqual([
      ['QUEUED', undefined],
      ['SUPPRESSED', 'not_in_topic'],
      ['QUEUED', undefined],
    ])
    const explicit = await send(app, template({ to, topic: 'offers' }))
    expect(explicit.map(({ status }) => status)).toEqual(['SUPPRESSED', 'SUPPRESSED', 'QUEUED'])
    expect(await readEmail(app, explicit[0]?.email ?? '')).toMatchObject({
      status: 'SUPPRESSED',
      reason: 'not_in_topic',
      topic_id: offers.id,
    })
  })

  it('says first that the contact is not subscribed', async () => {
    const left = await buildContact(app, { subscribed: false })
    await choose(left.id, { news: true })
    expect(await sendTo(left, { topic: 'news' })).toMatchObject({ reason: 'unsubscribed' })
    const to = newAddress()
    expect(await sendOne(app, template({ to, topic: 'news' }))).toMatchObject({ reason: 'not_subscribed' })
  })

  it('does not go to a contact who has paused, which comes before the topic', async () => {
    const contact = await buildContact(app)
    const pause = (hours: number) =>
      sql`update contacts set paused_until = now() + ${hours} * interval '1 hour' where id = ${contact.id}`.execute(
        app.deps.database.db,
      )
    await pause(1)
    expect(await sendTo(contact, { topic: 'offers' })).toMatchObject({
      status: 'SUPPRESSED',
      reason: 'paused',
    })
    expect(await sendOne(app, { to: contact.email })).toMatchObject({ status: 'QUEUED' })
    await pause(-1)
    const { email, status } = await sendTo(contact, { scheduledFor: inAnHour() })
    expect(status).toBe('SCHEDULED')
    await pause(1)
    expect(await deliverNow(email)).toMatchObject({ status: 'SUPPRESSED', reason: 'paused' })
  })

  it('has the topic of its template, unless the request names another', async () => {
    await call(app, ['PATCH', `/templates/${marketing}`], { body: { topic: 'offers' } })
    const contact = await buildContact(app)
    expect(await sendTo(contact)).toMatchObject({ status: 'SUPPRESSED', reason: 'not_in_topic' })
    expect(await sendTo(contact, { topic: 'news' })).toMatchObject({ status: 'QUEUED' })
  })

  it('is not sent if the contact leaves the topic while it waits', async () => {
    const [leaving, staying] = [await buildContact(app), await buildContact(app)]
    const emails = await send(
      app,
      template({ to: [leaving.email, staying.email], topic: 'news', scheduledFor: inAnHour() }),
    )
    expect(emails.map(({ status }) => status)).toEqual(['SCHEDULED', 'SCHEDULED'])
    await choose(leaving.id, { news: false })
    expect(await deliverNow(emails[0]?.email ?? '')).toMatchObject({
      status: 'SUPPRESSED',
      reason: 'not_in_topic',
    })
    const stayed = emails[1]?.email ?? ''
    const shown = async () => (await call(app, ['GET', `/emails/${stayed}`])).json<{ topic: string | null }>()
    expect(await shown()).toMatchObject({ topic: 'news' })
    expect(await deliverNow(stayed)).toMatchObject({ status: 'DELIVERED', topic_id: news.id })
    expect(await shown()).toMatchObject({ topic: 'news' })
    const listed = (await call(app, ['GET', '/emails'])).json<{ emails: { topic: string | null }[] }>()
    expect(listed.emails.map(({ topic }) => topic)).toEqual(['news', 'news'])
    await remove(news)
    expect(await shown()).toMatchObject({ topic: null })
  })

  it('is not sent if the topic becomes explicit while it waits', async () => {
    const { email } = await sendTo(await buildContact(app), { topic: 'news', scheduledFor: inAnHour() })
    await call(app, ['PATCH', `/topics/${news.id}`], { body: { optIn: 'explicit' } })
    expect(await deliverNow(email)).toMatchObject({ status: 'SUPPRESSED', reason: 'not_in_topic' })
  })

  it('is cancelled if the topic is deleted while it waits, even if there is one with its key again', async () => {
    const { email } = await sendTo(await buildContact(app), { topic: 'news', scheduledFor: inAnHour() })
    expect((await remove(news)).statusCode).toBe(204)
    await buildTopic(app, { key: 'news', optIn: 'implied' })
    expect(await deliverNow(email)).toMatchObject({ status: 'CANCELLED', reason: 'topic_deleted' })
  })

  it('is cancelled if the topic of its template was deleted before', async () => {
    await call(app, ['PATCH', `/templates/${marketing}`], { body: { topic: 'news' } })
    await remove(news)
    const { email, status } = await sendTo(await buildContact(app))
    expect(status).toBe('QUEUED')
    await delivery.drain()
    expect(await readEmail(app, email)).toMatchObject({ status: 'CANCELLED', reason: 'topic_deleted' })
  })
})

describe('a transactional email', () => {
  it('ignores its topic', async () => {
    const contact = await buildContact(app, { subscribed: false })
    await choose(contact.id, { news: false })
    const entry = await sendOne(app, { to: contact.email, topic: 'news', from: SENDER })
    expect(entry).toMatchObject({ status: 'QUEUED' })
    await remove(news)
    await delivery.drain()
    expect(await readEmail(app, entry.email)).toMatchObject({ status: 'DELIVERED', topic_id: null })
  })
})

describe('an unknown topic', () => {
  it('is a 422 that names those that exist', async () => {
    const reply = await postSend(app, template({ to: newAddress(), topic: 'nwes' }))
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { topic: 'invalid_enum_value' }])
    expect(errorOf(reply).message).toContain('news, offers')
    expect(fieldsOf(await postSend(app, { topic: 'No Key' }))).toEqual({ topic: 'invalid_string' })
  })

  it('is known as soon as it is created', async () => {
    const { email: to } = await buildContact(app)
    expect((await postSend(app, template({ to, topic: 'events' }))).statusCode).toBe(422)
    await buildTopic(app, { key: 'events' })
    expect((await postSend(app, template({ to, topic: 'events' }))).statusCode).toBe(200)
  })

  it('is refused in a template, too', async () => {
    const body = { name: 'A', subject: 'A', body: '<p>A</p>', topic: 'nwes' }
    const created = await call(app, ['POST', '/templates'], { body })
    expect([created.statusCode, fieldsOf(created)]).toEqual([422, { topic: 'invalid_enum_value' }])
    const changed = await call(app, ['PATCH', `/templates/${marketing}`], { body: { topic: 'nwes' } })
    expect([changed.statusCode, fieldsOf(changed)]).toEqual([422, { topic: 'invalid_enum_value' }])
  })
})

describe('a template', () => {
  it('keeps its topic from version to version, and in copies', async () => {
    const { id } = await buildTemplate(app, { topic: 'news' })
    const renamed = await call(app, ['PATCH', `/templates/${id}`], { body: { name: 'Other' } })
    expect(renamed.json()).toMatchObject({ topic: 'news', version: 2 })
    const copy = await call(app, ['POST', `/templates/${id}/duplicate`])
    expect(copy.json()).toMatchObject({ topic: 'news' })
    await remove(news)
    // A record that is sent back with a topic that was deleted is not refused for it.
    const same = await call(app, ['PATCH', `/templates/${id}`], { body: { topic: 'news', name: 'Third' } })
    expect(same.json()).toMatchObject({ topic: 'news', name: 'Third' })
    const none = await call(app, ['PATCH', `/templates/${id}`], { body: { topic: null } })
    expect(none.json()).toMatchObject({ topic: null })
  })
})
