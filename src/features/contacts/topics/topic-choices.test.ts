// The choices of contacts for topics, by every way that writes them.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  buildContact,
  buildContacts,
  inFreshProject,
  newAddress,
  readContact,
  readJob,
} from '../../../../test/support/factories.ts'
import { buildTopic, readTopic } from '../../../../test/support/feature-steps.ts'
import type { TopicRecord } from '../../../../test/support/feature-steps.ts'
import { drain } from '../../../../test/support/jobs.ts'
import { call, errorOf, fieldsOf } from '../../../../test/support/requests.ts'
import type { CallOptions, Reply } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'

const test = useTestApp()

let app: TestApp
let news: TopicRecord
beforeEach(async () => {
  app = await inFreshProject(test)
  news = await buildTopic(app, { key: 'news' })
  await buildTopic(app, { key: 'offers', optIn: 'explicit' })
})

const save = (body: object): Promise<Reply> => call(app, ['POST', '/contacts'], { body })
const patch = (id: string, body: object): Promise<Reply> => call(app, ['PATCH', `/contacts/${id}`], { body })
const track = (body: object, options: CallOptions = {}): Promise<Reply> =>
  call(app, ['POST', '/v1/track'], { body: { event: 'visit', ...body }, ...options })
const trackPublic = (body: object) => track(body, { key: app.project.publicKey })
const messageOf = (reply: Reply, field: string) =>
  errorOf(reply).errors?.find((one) => one.field === field)?.message
const topicsOf = async (email: string) => (await readContact(app, email))?.topics

/** The events of choices, oldest first, such as "joined news". */
async function readChanges(email: string): Promise<string[]> {
  const { rows } = await sql<{ name: string; data: { topic: string } }>`
    select e.name, e.data from events as e join contacts as c on c.project_id = e.project_id and c.id = e.contact_id
    where c.project_id = ${app.project.projectId} and c.email = ${email} and e.name like 'contact.topic%'
    order by e.id`.execute(test.deps.database.db)
  return rows.map(({ name, data }) => `${name.replace('contact.topic_', '')} ${data.topic}`)
}

describe('POST /contacts', () => {
  it('stores choices with a new contact, with an event for each', async () => {
    const email = newAddress()
    const reply = await save({ email, topics: { news: false, offers: true } })
    expect([reply.statusCode, reply.json()]).toMatchObject([201, { topics: { news: false, offers: true } }])
    expect(await readChanges(email)).toEqual(['left news', 'joined offers'])
    expect(await readTopic(app, news.id)).toMatchObject({ contacts: { in: 0, out: 1 } })
  })

  it('merges by key, and forgets with null', async () => {
    const email = newAddress()
    await save({ email, topics: { news: true, offers: true } })
    const reply = await save({ email, topics: { offers: null } })
    expect(reply.json()).toMatchObject({ topics: { news: true } })
    expect(await save({ email })).toMatchObject({ statusCode: 200 })
    expect(await topicsOf(email)).toEqual({ news: true })
    await save({ email, topics: { news: true, offers: false } })
    expect(await readChanges(email)).toEqual(['joined news', 'joined offers', 'left offers'])
  })

  it('stores nothing of a forgotten choice with a new contact', async () => {
    const email = newAddress()
    expect((await save({ email, topics: { news: null } })).json()).toMatchObject({ topics: {} })
    expect(await readChanges(email)).toEqual([])
  })

  it('answers 422 with the topics that exist', async () => {
    const reply = await save({ email: newAddress(), topics: { news: true, nwes: true, other: null } })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([
      422,
      { 'topics.nwes': 'invalid_enum_value', 'topics.other': 'invalid_enum_value' },
    ])
    expect(messageOf(reply, 'topics.nwes')).toBe('there is no topic nwes; the topics are news, offers')
    const bare = await call(await inFreshProject(test), ['POST', '/contacts'], {
      body: { email: newAddress(), topics: { news: true } },
    })
    expect(errorOf(bare).message).toContain('create them with POST /topics')
  })

  it.each([{ topics: { news: 'yes' } }, { topics: ['news'] }, { topics: 'news' }])(
    'refuses %j',
    async (body) => {
      expect((await save({ email: newAddress(), ...body })).statusCode).toBe(422)
    },
  )

  it('refuses more choices than a project can have topics', async () => {
    const topics = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`t${n}`, true]))
    const reply = await save({ email: newAddress(), topics })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { topics: 'too_big' }])
  })

  it('records one event for one change, however many ask for it together', async () => {
    const email = newAddress()
    await save({ email })
    const ask = (index: number) =>
      index % 3 === 0
        ? call(app, ['POST', '/contacts'], {
            body: { email, topics: { news: false } },
            headers: { 'idempotency-key': crypto.randomUUID() },
          })
        : save({ email, topics: { news: false, offers: true } })
    await Promise.all(Array.from({ length: 30 }, (_, index) => ask(index)))
    expect((await readChanges(email)).toSorted()).toEqual(['joined offers', 'left news'])
  })

  it('loses no event when choices go back and forth', async () => {
    const email = newAddress()
    await save({ email })
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => save({ email, topics: { news: index % 2 === 0 } })),
    )
    const changes = await readChanges(email)
    const last = (await topicsOf(email))?.news
    const joined = changes.filter((change) => change === 'joined news').length
    const left = changes.length - joined
    // A change is followed by its opposite, so the numbers differ by at most one.
    expect(Math.abs(joined - left)).toBeLessThanOrEqual(1)
    expect(changes.length).toBeGreaterThan(0)
    expect(await readTopic(app, news.id)).toMatchObject({ contacts: last ? { in: 1 } : { out: 1 } })
  })
})

describe('PATCH /contacts/{id}', () => {
  it('merges choices with an event for each change', async () => {
    const { id, email } = await buildContact(app)
    expect((await patch(id, { topics: { news: false } })).json()).toMatchObject({ topics: { news: false } })
    await patch(id, { topics: { news: false, offers: true } })
    await patch(id, { topics: { offers: null }, data: { plan: 'pro' } })
    await patch(id, { data: { plan: null } })
    expect(await topicsOf(email)).toEqual({ news: false })
    expect(await readChanges(email)).toEqual(['left news', 'joined offers'])
  })

  it('answers 422 for an unknown topic, and takes a record back as it was', async () => {
    const { id } = await buildContact(app)
    const reply = await patch(id, { topics: { other: true } })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { 'topics.other': 'invalid_enum_value' }])
    const record = (await patch(id, { topics: { news: true } })).json<Record<string, unknown>>()
    expect((await patch(id, record)).statusCode).toBe(200)
  })
})

describe('POST /v1/track', () => {
  it('takes choices with a secret key', async () => {
    const email = newAddress()
    await track({ email, topics: { news: false } })
    await track({ email, topics: { news: true, offers: true } })
    expect(await topicsOf(email)).toEqual({ news: true, offers: true })
    expect(await readChanges(email)).toEqual(['left news', 'joined news', 'joined offers'])
  })

  it('answers 422 for an unknown topic, and with a public key names only public ones', async () => {
    await buildTopic(app, { key: 'staff', isPublic: false })
    const own = await track({ email: newAddress(), topics: { x: true } })
    expect(messageOf(own, 'topics.x')).toContain('news, offers, staff')
    const reply = await trackPublic({ email: newAddress(), topics: { staff: true } })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { 'topics.staff': 'invalid_enum_value' }])
    expect(messageOf(reply, 'topics.staff')).toBe('there is no topic staff; the topics are news, offers')
  })

  it('lets a public key choose for new contacts and those who were never asked', async () => {
    const email = newAddress()
    await trackPublic({ email, topics: { news: true } })
    expect(await topicsOf(email)).toEqual({ news: true })
    const asked = await buildContact(app, { subscribed: false })
    await sql`update contacts set before_subscribing = 'NEVER_ASKED' where id = ${asked.id}`.execute(
      test.deps.database.db,
    )
    await trackPublic({ email: asked.email, subscribed: true, topics: { offers: true } })
    expect(await topicsOf(asked.email)).toEqual({ offers: true })
  })

  it('lets a public key never undo that somebody left, nor join somebody who is known', async () => {
    const { id, email } = await buildContact(app)
    await patch(id, { topics: { news: false } })
    await trackPublic({ email, topics: { news: true, offers: true } })
    await trackPublic({ email, topics: { news: null } })
    await trackPublic({ email, topics: { news: true } })
    expect(await topicsOf(email)).toEqual({ news: false })
    await trackPublic({ email, topics: { offers: false } })
    expect(await topicsOf(email)).toEqual({ news: false, offers: false })
    expect(await readChanges(email)).toEqual(['left news', 'left offers'])
  })

  it('changes no contact that is there if the project only appends', async () => {
    const { id, email } = await buildContact(app)
    await patch(id, { topics: { offers: true } })
    await call(app, ['PATCH', '/project'], { body: { publicTracking: 'append' } })
    await trackPublic({ email, topics: { offers: false } })
    expect(await topicsOf(email)).toEqual({ offers: true })
    const other = newAddress()
    await trackPublic({ email: other, topics: { news: false } })
    expect(await topicsOf(other)).toEqual({ news: false })
  })
})

describe('POST /contacts/bulk', () => {
  const bulk = (body: object) => call(app, ['POST', '/contacts/bulk'], { body })

  it('sets choices, with an event for each change', async () => {
    const people = await buildContacts(app, 3)
    await patch(people[0]?.id ?? '', { topics: { offers: true, news: true } })
    const reply = await bulk({ action: 'setTopics', filter: {}, topics: { offers: true, news: null } })
    expect(reply.statusCode).toBe(202)
    await drain(test.deps)
    expect(await readJob(app, reply.json<{ jobId: string }>().jobId)).toMatchObject({
      status: 'DONE',
      type: 'contacts.setTopics',
    })
    for (const [index, { email }] of people.entries()) {
      expect(await topicsOf(email)).toEqual({ offers: true })
      expect((await readChanges(email)).toSorted()).toEqual(
        index === 0 ? ['joined news', 'joined offers'] : ['joined offers'],
      )
    }
  })

  it.each([
    [{ action: 'setTopics', filter: {} }, { topics: 'required' }],
    [{ action: 'setTopics', filter: {}, topics: {} }, { topics: 'required' }],
    [{ action: 'subscribe', filter: {}, topics: { news: true } }, { topics: 'custom' }],
    [{ action: 'setTopics', filter: {}, topics: { x: true } }, { 'topics.x': 'invalid_enum_value' }],
  ])('refuses %j', async (body, fields) => {
    const reply = await bulk(body)
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, fields])
  })
})
