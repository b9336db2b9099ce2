import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { buildContact, buildKey, inFreshProject } from '../../../test/support/factories.ts'
import { drain } from '../../../test/support/jobs.ts'
import { call, errorOf, fieldsOf } from '../../../test/support/requests.ts'
import type { CallOptions, Reply } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { foldCounters } from '../../platform/db/counters.ts'
import { newId } from '../../platform/ids.ts'
import { buildTopic, readTopic } from './fixtures/topic-steps.ts'
import type { TopicRecord } from './fixtures/topic-steps.ts'

const UNKNOWN = '01890000-0000-7000-8000-000000000000'
const NEWS = { key: 'news', name: 'News', optIn: 'implied' }

const test = useTestApp()

const create = (app: TestApp, body: unknown, options: CallOptions = {}): Promise<Reply> =>
  call(app, ['POST', '/topics'], { ...options, body })
const patch = (app: TestApp, id: string, body: unknown): Promise<Reply> =>
  call(app, ['PATCH', `/topics/${id}`], { body })
const remove = (app: TestApp, id: string): Promise<Reply> => call(app, ['DELETE', `/topics/${id}`])

type ListAnswer = { topics: TopicRecord[]; cursor: string | null; hasMore: boolean; total: number | null }
const list = async (app: TestApp, query: Record<string, string> = {}) =>
  (await call(app, ['GET', '/topics'], { query })).json<ListAnswer>()

/** Sets the choices of contacts directly: these tests are about numbers. */
async function choose(app: TestApp, contactId: string, topics: Record<string, boolean>): Promise<void> {
  await sql`
    update contacts set topic_choices = ${JSON.stringify(topics)}::jsonb
    where project_id = ${app.project.projectId} and id = ${contactId}`.execute(app.deps.database.db)
}

describe('POST /topics', () => {
  it('creates a topic, shown to recipients unless it says otherwise', async () => {
    const app = await inFreshProject(test)
    const reply = await create(app, { ...NEWS, description: 'Once a month' })
    expect(reply.statusCode).toBe(201)
    expect(reply.json()).toEqual({
      id: expect.any(String) as string,
      ...NEWS,
      description: 'Once a month',
      isPublic: true,
      frequencyCap: null,
      warnings: [],
      contacts: { in: 0, out: 0 },
      createdAt: expect.any(String) as string,
    })
    expect((await create(app, { ...NEWS, key: 'staff', isPublic: false })).json()).toMatchObject({
      isPublic: false,
      description: null,
    })
  })

  it('stores a frequency cap, which can change and end', async () => {
    const app = await inFreshProject(test)
    const reply = await create(app, { ...NEWS, frequencyCap: { emails: 1, days: 1 } })
    const { id } = reply.json<TopicRecord>()
    expect(reply.json()).toMatchObject({ frequencyCap: { emails: 1, days: 1 }, warnings: [] })
    const weekly = { emails: 2, days: 7 }
    expect((await patch(app, id, { frequencyCap: weekly })).json()).toMatchObject({
      frequencyCap: weekly,
      warnings: [expect.stringContaining('covers 7 days') as unknown],
    })
    await patch(app, id, { name: 'Other' })
    expect(await readTopic(app, id)).toMatchObject({ frequencyCap: weekly })
    expect((await patch(app, id, { frequencyCap: null })).json()).toMatchObject({
      frequencyCap: null,
      warnings: [],
    })
  })

  it('answers 409 for a key that is taken, but not by another project', async () => {
    const [app, other] = [await inFreshProject(test), await inFreshProject(test)]
    await buildTopic(app, { key: 'news' })
    const reply = await create(app, NEWS)
    expect([reply.statusCode, errorOf(reply).code]).toEqual([409, 'CONFLICT'])
    expect(errorOf(reply).message).toContain('news')
    expect((await create(other, NEWS)).statusCode).toBe(201)
  })

  it('takes a hundred, also if they come together', async () => {
    const app = await inFreshProject(test)
    await sql`
      insert into topics (project_id, id, key, name, is_public, opt_in, created_at)
      select ${app.project.projectId}, gen_random_uuid(), 'old-' || n, 'Old', true, 'implied', now()
      from generate_series(1, 97) as n`.execute(test.deps.database.db)
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, n) => create(app, { ...NEWS, key: `new-${n}` })),
    )
    expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(3)
    const refused = replies.filter(({ statusCode }) => statusCode === 409)
    expect(refused).toHaveLength(5)
    expect(errorOf(refused[0] as Reply).message).toContain('at most 100 topics')
    expect(await list(app)).toMatchObject({ total: 100 })
  })

  it.each([
    ['nothing', {}, { key: 'required', name: 'required', optIn: 'required' }],
    ['an empty key', { ...NEWS, key: '' }, { key: 'too_small' }],
    ['upper case in the key', { ...NEWS, key: 'News' }, { key: 'invalid_string' }],
    ['a dot in the key', { ...NEWS, key: 'a.b' }, { key: 'invalid_string' }],
    ['a long key', { ...NEWS, key: 'a'.repeat(51) }, { key: 'too_big' }],
    ['an empty name', { ...NEWS, name: '' }, { name: 'too_small' }],
    ['a long name', { ...NEWS, name: 'a'.repeat(101) }, { name: 'too_big' }],
    ['lines in the name', { ...NEWS, name: 'a\nb' }, { name: 'invalid_string' }],
    ['a long description', { ...NEWS, description: 'a'.repeat(501) }, { description: 'too_big' }],
    ['an unknown kind', { ...NEWS, optIn: 'double' }, { optIn: 'invalid_enum_value' }],
    [
      'a cap of nothing',
      { ...NEWS, frequencyCap: { emails: 0, days: 1 } },
      { 'frequencyCap.emails': 'too_small' },
    ],
    [
      'a cap of a year',
      { ...NEWS, frequencyCap: { emails: 1, days: 365 } },
      { 'frequencyCap.days': 'too_big' },
    ],
    ['half a cap', { ...NEWS, frequencyCap: { emails: 1 } }, { 'frequencyCap.days': 'required' }],
    ['a text for a flag', { ...NEWS, isPublic: 'yes' }, { isPublic: 'invalid_type' }],
  ])('refuses %s', async (_name, body, fields) => {
    const reply = await create(test, body)
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, fields])
  })

  it('needs a key that may write', async () => {
    expect((await create(test, NEWS, { key: null })).statusCode).toBe(401)
    const key = await buildKey(test, { scopes: ['read'] })
    expect((await create(test, NEWS, { key })).statusCode).toBe(403)
    expect((await create(test, NEWS, { key: test.project.publicKey })).statusCode).toBe(403)
  })
})

describe('GET /topics', () => {
  it('lists the topics of the project, newest first, page by page', async () => {
    const app = await inFreshProject(test)
    for (const key of ['a', 'b', 'c']) await buildTopic(app, { key })
    const first = await list(app, { limit: '2' })
    expect(first).toMatchObject({ hasMore: true, total: 3 })
    const second = await list(app, { limit: '2', cursor: first.cursor ?? '' })
    expect([...first.topics, ...second.topics].map(({ key }) => key)).toEqual(['c', 'b', 'a'])
    expect(second).toMatchObject({ cursor: null, hasMore: false })
  })

  it('counts who is in an implied topic: subscribed contacts who have not left, and who chose it', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildTopic(app, { key: 'news', optIn: 'implied' })
    const people = await Promise.all(
      [true, true, true, false, false, false].map((subscribed) => buildContact(app, { subscribed })),
    )
    const [, left, chose, away, gone] = people.map((one) => one.id)
    await choose(app, String(left), { news: false })
    await choose(app, String(chose), { news: true, other: false })
    await choose(app, String(away), { news: true })
    await choose(app, String(gone), { news: false })
    const expected = { contacts: { in: 3, out: 2 } }
    expect(await readTopic(app, id)).toMatchObject(expected)
    await foldCounters(test.deps.database.db)
    expect((await list(app)).topics).toMatchObject([expected])
    await sql`update contacts set subscribed = false where project_id = ${app.project.projectId}`.execute(
      test.deps.database.db,
    )
    expect(await readTopic(app, id)).toMatchObject({ contacts: { in: 2, out: 2 } })
    await call(app, ['DELETE', `/contacts/${chose}`])
    await choose(app, String(gone), {})
    expect(await readTopic(app, id)).toMatchObject({ contacts: { in: 1, out: 1 } })
  })

  it('counts only who chose an explicit topic', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildTopic(app, { key: 'offers', optIn: 'explicit' })
    const people = await Promise.all(Array.from({ length: 3 }, () => buildContact(app)))
    await choose(app, String(people[0]?.id), { offers: true })
    await choose(app, String(people[1]?.id), { offers: false })
    expect(await readTopic(app, id)).toMatchObject({ contacts: { in: 1, out: 1 } })
  })

  it('is a 404 for an unknown topic and for one of another project', async () => {
    const { id } = await buildTopic(await inFreshProject(test))
    for (const path of [`/topics/${UNKNOWN}`, `/topics/${id}`, '/topics/x']) {
      const reply = await call(test, ['GET', path])
      expect([reply.statusCode, errorOf(reply).message]).toEqual([404, 'There is no such topic.'])
    }
  })

  it('needs a key', async () => {
    expect((await call(test, ['GET', '/topics'], { key: null })).statusCode).toBe(401)
    const key = await buildKey(test, { scopes: ['read'] })
    expect((await call(test, ['GET', '/topics'], { key })).statusCode).toBe(200)
  })
})

describe('PATCH /topics/{id}', () => {
  it('changes the given fields', async () => {
    const topic = await buildTopic(test, { description: 'Monthly' })
    const reply = await patch(test, topic.id, { name: 'Other', isPublic: false, optIn: 'explicit' })
    const expected = { ...topic, name: 'Other', isPublic: false, optIn: 'explicit' }
    expect([reply.statusCode, reply.json()]).toEqual([200, { ...expected, contacts: { in: 0, out: 0 } }])
    expect((await patch(test, topic.id, { description: null })).json()).toMatchObject({ description: null })
    expect((await patch(test, topic.id, {})).statusCode).toBe(200)
  })

  it('refuses another key, and takes the same', async () => {
    const { id, key } = await buildTopic(test)
    expect((await patch(test, id, { key, name: 'Same' })).statusCode).toBe(200)
    const reply = await patch(test, id, { key: `${key}-2` })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { key: 'custom' }])
  })

  it.each([{ name: null }, { optIn: null }, { isPublic: 'no' }, { name: '' }])('refuses %j', async (body) => {
    const { id } = await buildTopic(test)
    expect((await patch(test, id, body)).statusCode).toBe(422)
  })

  it('is a 404 for an unknown topic', async () => {
    expect((await patch(test, UNKNOWN, { name: 'x' })).statusCode).toBe(404)
  })
})

describe('DELETE /topics/{id}', () => {
  it('deletes the topic, and the choices of contacts without an event', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildTopic(app, { key: 'news' })
    const contact = await buildContact(app)
    await choose(app, contact.id, { news: true, other: true })
    expect((await remove(app, id)).statusCode).toBe(204)
    expect((await call(app, ['GET', `/topics/${id}`])).statusCode).toBe(404)
    await drain(test.deps)
    const { rows } = await sql`select topic_choices from contacts where id = ${contact.id}`.execute(
      test.deps.database.db,
    )
    expect(rows).toEqual([{ topic_choices: { other: true } }])
    expect(await buildTopic(app, { key: 'news' })).toMatchObject({ contacts: { out: 0 } })
  })

  it('keeps the choices if there is a topic with the key again', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildTopic(app, { key: 'news' })
    const contact = await buildContact(app)
    await choose(app, contact.id, { news: false })
    await remove(app, id)
    const again = await buildTopic(app, { key: 'news' })
    await drain(test.deps)
    expect(await readTopic(app, again.id)).toMatchObject({ contacts: { in: 0, out: 1 } })
  })

  it('answers 409 while a record uses it', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildTopic(app)
    const userId = newId(test.clock.now())
    await sql`
      insert into uses (project_id, kind, used_id, user_kind, user_id)
      values (${app.project.projectId}, 'topic', ${id}, 'workflow', ${userId})`.execute(test.deps.database.db)
    const reply = await remove(app, id)
    expect([reply.statusCode, errorOf(reply).code]).toEqual([409, 'RESOURCE_IN_USE'])
    expect(errorOf(reply).message).toContain(userId)
    const usedBy = [{ kind: 'workflow', id: userId, name: '' }]
    expect(await readTopic(app, id)).toMatchObject({ usedBy })
    await buildTopic(app)
    const { topics } = await list(app)
    expect(topics).toMatchObject([{ usedBy: [] }, { id, usedBy }])
  })

  it('is a 404 for an unknown topic and for one of another project', async () => {
    const { id } = await buildTopic(await inFreshProject(test))
    expect((await remove(test, UNKNOWN)).statusCode).toBe(404)
    expect((await remove(test, id)).statusCode).toBe(404)
  })
})
