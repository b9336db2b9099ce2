// Conditions on topics, in lists, segments and the worker that tracks members.
import { beforeEach, describe, expect, it } from 'vitest'
import { buildContact, inFreshProject } from '../../../test/support/factories.ts'
import type { ContactRecord } from '../../../test/support/factories.ts'
import { buildTopic } from '../../../test/support/feature-steps.ts'
import type { TopicRecord } from '../../../test/support/feature-steps.ts'
import { drain } from '../../../test/support/jobs.ts'
import { call, errorOf, fieldsOf } from '../../../test/support/requests.ts'
import { all, buildSegment, memberOf, readMembers, trackMembers } from '../../../test/support/segments.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'

const test = useTestApp()

const topic = (key: string, operator: string, value?: boolean) => ({
  field: `topics.${key}`,
  operator,
  ...(value !== undefined && { value }),
})
const IN_NEWS = topic('news', 'equals', true)

let app: TestApp
let news: TopicRecord
let chose: ContactRecord
let left: ContactRecord
let silent: ContactRecord
let unsubscribed: ContactRecord

const choose = (id: string, topics: object) => call(app, ['PATCH', `/contacts/${id}`], { body: { topics } })
const find = async (...conditions: object[]): Promise<string[]> => {
  const query = { filter: JSON.stringify(all(...conditions)) }
  const reply = await call(app, ['GET', '/contacts'], { query })
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json<{ contacts: ContactRecord[] }>().contacts.map(({ id }) => id)
}

beforeEach(async () => {
  app = await inFreshProject(test)
  news = await buildTopic(app, { key: 'news', optIn: 'implied' })
  await buildTopic(app, { key: 'offers', optIn: 'explicit' })
  chose = await buildContact(app)
  left = await buildContact(app)
  silent = await buildContact(app)
  unsubscribed = await buildContact(app, { subscribed: false })
  await choose(chose.id, { news: true, offers: true })
  await choose(left.id, { news: false, offers: false })
})

describe('a condition on a topic', () => {
  it('finds who is in an implied one', async () => {
    expect(await find(IN_NEWS)).toEqual([silent.id, chose.id])
    expect(await find(topic('news', 'notEquals', true))).toEqual([unsubscribed.id, left.id])
    expect(await find(topic('news', 'equals', false))).toEqual([unsubscribed.id, left.id])
  })

  it('finds who chose an explicit one', async () => {
    expect(await find(topic('offers', 'equals', true))).toEqual([chose.id])
    expect(await find(topic('offers', 'notEquals', false))).toEqual([chose.id])
  })

  it('finds who has a choice', async () => {
    expect(await find(topic('news', 'exists'))).toEqual([left.id, chose.id])
    expect(await find(topic('offers', 'notExists'))).toEqual([unsubscribed.id, silent.id])
  })

  it.each([
    [topic('news', 'contains', true), { 'filter.conditions.0.operator': 'invalid_enum_value' }],
    [{ ...IN_NEWS, value: 'yes' }, { 'filter.conditions.0.value': 'invalid_type' }],
    [topic('news', 'exists', true), { 'filter.conditions.0.value': 'invalid_type' }],
    [{ ...IN_NEWS, field: 'topics.' }, { 'filter.conditions.0.field': 'invalid_string' }],
    [{ ...IN_NEWS, field: 'topics.other' }, { 'filter.conditions.0.field': 'custom' }],
  ])('refuses %j', async (condition, fields) => {
    const query = { filter: JSON.stringify(all(condition)) }
    const reply = await call(app, ['GET', '/contacts'], { query })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, fields])
  })

  it('is refused with the topics that exist', async () => {
    const body = { filters: all({ ...IN_NEWS, field: 'topics.nwes' }) }
    const reply = await call(app, ['POST', '/segments/preview'], { body })
    expect(errorOf(reply).message).toContain('its topics are news, offers')
  })

  it('works within another segment, until the topic is deleted', async () => {
    const { id } = await buildSegment(app, { filters: all(IN_NEWS) })
    expect(await find(memberOf(id))).toEqual([silent.id, chose.id])
    await call(app, ['DELETE', `/topics/${news.id}`])
    const query = { filter: JSON.stringify(all(memberOf(id))) }
    const reply = await call(app, ['GET', '/contacts'], { query })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { filter: 'custom' }])
    expect((await call(app, ['GET', `/segments/${id}`])).statusCode).toBe(200)
  })

  it('is explained', async () => {
    const { id } = await buildSegment(app, { filters: all(IN_NEWS) })
    const query = { contactId: left.id }
    const reply = await call(app, ['GET', `/segments/${id}/explain`], { query })
    expect(reply.json()).toMatchObject({
      isMember: false,
      words: 'in the topic news',
      conditions: [{}, { holds: false, actual: false }],
    })
  })
})

describe('a tracked segment', () => {
  it('follows choices and subscriptions', async () => {
    const { id } = await buildSegment(app, { filters: all(IN_NEWS), trackMembership: true })
    expect(await readMembers(app, id)).toEqual([silent.id, chose.id])
    await choose(silent.id, { news: false })
    await call(app, ['PATCH', `/contacts/${unsubscribed.id}`], { body: { subscribed: true } })
    await call(app, ['PATCH', `/contacts/${chose.id}`], { body: { subscribed: false } })
    await trackMembers(test.deps)
    expect(await readMembers(app, id)).toEqual([unsubscribed.id, chose.id])
  })

  it('is evaluated again when the topic becomes explicit', async () => {
    const { id } = await buildSegment(app, { filters: all(IN_NEWS), trackMembership: true })
    await call(app, ['PATCH', `/topics/${news.id}`], { body: { optIn: 'explicit' } })
    await drain(test.deps)
    expect(await readMembers(app, id)).toEqual([chose.id])
  })
})
