import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { buildContact, buildKey, inFreshProject, newAddress } from '../../../test/support/factories.ts'
import { call, errorOf, fieldsOf } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { foldCounters } from '../../platform/db/counters.ts'
import { newId } from '../../platform/ids.ts'
import type { ContactId, EmailId } from '../../platform/ids.ts'
import type { EventList, EventNames } from './events.schema.ts'
import { insertEvents, recordEvent } from './index.ts'

type List = z.infer<typeof EventList>

const DAY_MS = 86_400_000
const UNKNOWN = '01890000-0000-7000-8000-000000000000'
const test = useTestApp()

const ask = (app: TestApp, query: Record<string, string> = {}, path = '/events') =>
  call(app, ['GET', path], { query })
const list = async (app: TestApp, query: Record<string, string> = {}, path = '/events') =>
  (await ask(app, query, path)).json<List>()

type Track = { email: string; event: string; daysAgo?: number; data?: object }

async function track(app: TestApp, { email, event, daysAgo, data }: Track): Promise<string> {
  const at = daysAgo === undefined ? undefined : new Date(app.clock.now().getTime() - daysAgo * DAY_MS)
  const reply = await call(app, ['POST', '/v1/track'], {
    body: { email, event, data, ...(at && { occurredAt: at.toISOString() }) },
  })
  expect(reply.statusCode).toBe(200)
  return reply.json<{ data: { event: string } }>().data.event
}

describe('GET /events', () => {
  it('shows what happened, newest first, over the months', async () => {
    const app = await inFreshProject(test)
    const { id, email } = await buildContact(app)
    await track(app, { email, event: 'new', data: { a: 1 } })
    await track(app, { email, event: 'old', daysAgo: 29 })
    await track(app, { email, event: 'older', daysAgo: 29.5 })
    const { events, ...rest } = await list(app)
    expect(events.map(({ name }) => name)).toEqual(['new', 'contact.created', 'old', 'older'])
    expect(events[0]).toMatchObject({ contactId: id, email, emailId: null, data: { a: 1 } })
    expect(rest).toEqual({ cursor: null, hasMore: false, total: 4 })
  })

  it('pages without gaps and repeats, also while events come in', async () => {
    const app = await inFreshProject(test)
    const emails = [newAddress(), newAddress()]
    for (let index = 0; index < 12; index += 1) {
      await track(app, {
        email: emails[index % 2] ?? '',
        event: `e${index}`,
        ...(index % 3 === 0 && { daysAgo: index + 1 }),
      })
    }
    const whole = (await list(app, { limit: '100' })).events.map(({ id }) => id)
    expect(whole).toEqual(whole.toSorted().toReversed())
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: List = await list(app, { limit: '5', ...(cursor !== null && { cursor }) })
      seen.push(...page.events.map(({ id }) => id))
      cursor = page.cursor
      await track(app, { email: emails[0] ?? '', event: 'meanwhile' })
    } while (cursor !== null)
    expect(seen).toEqual(whole)
  })

  it('is narrowed by name, contact and time, with a total that is exact', async () => {
    const app = await inFreshProject(test)
    const [ann, bob] = [await buildContact(app), await buildContact(app)]
    for (const daysAgo of [1, 5, 9]) {
      await track(app, { email: ann.email, event: 'seen', daysAgo })
      await track(app, { email: bob.email, event: 'bought', daysAgo })
    }
    const day = (ago: number) => new Date(test.clock.now().getTime() - ago * DAY_MS).toISOString()
    const cases: [Record<string, string>, number][] = [
      [{ name: 'seen' }, 3],
      [{ name: 'never' }, 0],
      [{ contactId: ann.id }, 4],
      [{ contactId: ann.id, name: 'seen' }, 3],
      [{ contactId: UNKNOWN }, 0],
      [{ contactId: 'nonsense' }, 0],
      [{ from: day(6) }, 6],
      [{ to: day(6) }, 2],
      [{ from: day(6), to: day(2) }, 2],
      [{ from: day(6), to: day(2), name: 'seen' }, 1],
      [{ from: day(2), to: day(6) }, 0],
    ]
    for (const [query, expected] of cases) {
      const { events, total } = await list(app, query)
      expect([query, events.length, total]).toEqual([query, expected, expected])
    }
  })

  it('is searched by a part of the address, beside the other filters, page by page', async () => {
    const app = await inFreshProject(test)
    const other = await inFreshProject(test)
    await track(other, { email: 'ada@find.example', event: 'elsewhere' })
    for (const email of ['ada@find.example', 'bob@find.example', '100%@else.example']) {
      await track(app, { email, event: 'order.paid' })
    }
    await track(app, { email: 'ada@find.example', event: 'signed.up' })
    const found = async (query: Record<string, string>) => {
      const { events, total } = await list(app, query)
      expect(total).toBe(events.length)
      return events.map(({ name, email }) => `${name} ${email ?? ''}`)
    }
    expect(await found({ search: ' ADA@F ' })).toEqual([
      'signed.up ada@find.example',
      'order.paid ada@find.example',
      'contact.created ada@find.example',
    ])
    expect(await found({ search: '@find', name: 'order.paid' })).toEqual([
      'order.paid bob@find.example',
      'order.paid ada@find.example',
    ])
    expect(await found({ search: '0%@' })).toHaveLength(2)
    expect(await found({ search: 'nobody' })).toEqual([])
    expect(await found({ search: ' ', name: 'signed.up' })).toHaveLength(1)
    const first = await list(app, { search: '@find', limit: '2' })
    const rest = await list(app, { search: '@find', limit: '2', cursor: first.cursor ?? '' })
    expect([...first.events, ...rest.events].map(({ name }) => name)).toEqual([
      'signed.up',
      'order.paid',
      'contact.created',
      'order.paid',
    ])
    expect(fieldsOf(await ask(app, { search: 'a'.repeat(255) }))).toEqual({ search: 'too_big' })
  })

  it('includes both ends of a time', async () => {
    const app = await inFreshProject(test)
    const event = await track(app, { email: newAddress(), event: 'exact', daysAgo: 3 })
    const at = (await list(app, { name: 'exact' })).events[0]?.createdAt ?? ''
    expect((await list(app, { from: at, to: at })).events).toMatchObject([{ id: event }])
  })

  it('takes days too, each of them whole', async () => {
    const app = await inFreshProject(test)
    const event = await track(app, { email: newAddress(), event: 'exact', daysAgo: 3 })
    const at = (await list(app, { name: 'exact' })).events[0]?.createdAt ?? ''
    const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
    const [before, same, after] = [-DAY_MS, 0, DAY_MS].map((ms) => dayOf(Date.parse(at) + ms))
    const found = async (query: Record<string, string | undefined>) =>
      (await list(app, { name: 'exact', ...query } as Record<string, string>)).events.map(({ id }) => id)
    expect(await found({ from: same, to: same })).toEqual([event])
    expect(await found({ from: before, to: before })).toEqual([])
    expect(await found({ from: after })).toEqual([])
  })

  it('leaves the total out where it is not wanted', async () => {
    expect(await list(test, { total: 'false' })).toMatchObject({ total: null })
  })

  it.each([
    [{ limit: '0' }, { limit: 'too_small' }],
    [{ limit: '101' }, { limit: 'too_big' }],
    [{ name: '' }, { name: 'too_small' }],
    [{ name: 'x'.repeat(256) }, { name: 'too_big' }],
    [
      { from: 'yesterday', to: '2030' },
      { from: 'invalid_date', to: 'invalid_date' },
    ],
    [{ from: '1969-12-31T00:00:00Z' }, { from: 'invalid_date' }],
    [
      { from: '2030-02-29', to: '1969-12-31' },
      { from: 'invalid_date', to: 'invalid_date' },
    ],
    [{ total: 'yes' }, { total: 'invalid_enum_value' }],
  ])('refuses %j', async (query, fields) => {
    const reply = await ask(test, query)
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, fields])
  })

  it('refuses a cursor that is not of this list', async () => {
    expect((await ask(test, { cursor: 'bm9uc2Vuc2U' })).statusCode).toBe(400)
  })

  it("shows nothing of another project's events", async () => {
    const app = await inFreshProject(test)
    const { id } = await buildContact(test)
    expect(await list(app, { contactId: id })).toMatchObject({ events: [], total: 0 })
    expect(await list(app)).toMatchObject({ events: [], total: 0 })
  })

  it('shows the events of an email, also without a contact', async () => {
    const app = await inFreshProject(test)
    const { projectId } = app.project
    const now = app.clock.now()
    const emailId = newId<EmailId>(now)
    await test.deps.database.db.transaction().execute((trx) =>
      recordEvent(trx, {
        projectId,
        name: 'email.bounced',
        contactId: null,
        emailId,
        data: { code: 550 },
        now,
      }),
    )
    expect((await list(app)).events).toMatchObject([
      { name: 'email.bounced', contactId: null, email: null, emailId, data: { code: 550 } },
    ])
  })
})

describe('the totals of events', () => {
  const count = async ({ project }: TestApp) => {
    const { rows } = await sql<{ name: string; count: number }>`
      select name, count(*) as count from events where project_id = ${project.projectId} group by name`.execute(
      test.deps.database.db,
    )
    return Object.fromEntries(rows.map((row) => [row.name, row.count]))
  }
  const counted = async (app: TestApp) => {
    const { names } = (await ask(app, {}, '/events/names')).json<z.infer<typeof EventNames>>()
    return Object.fromEntries(names.map((one) => [one.name, one.count]))
  }

  it('are those of the table: after tracking, imports of events in bulk, deletions and folding', async () => {
    const app = await inFreshProject(test)
    const { projectId } = app.project
    const [ann, bob] = [await buildContact(app), await buildContact(app)]
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => track(app, { email: newAddress(), event: `e${index % 3}` })),
    )
    for (const { email } of [ann, bob]) await track(app, { email, event: 'e0' })
    const now = app.clock.now()
    await insertEvents(sql`
      select ${projectId}::uuid, gen_random_uuid7, 'email.failed', ${ann.id as ContactId}::uuid, null::uuid, '{}'::jsonb, ${now}::timestamptz
      from unnest(${Array.from({ length: 50 }, () => newId(now))}::uuid[]) as gen_random_uuid7`).execute(
      test.deps.database.db,
    )
    expect(await counted(app)).toEqual(await count(app))
    await foldCounters(test.deps.database.db)
    await call(app, ['DELETE', `/contacts/${ann.id}`])
    expect(await counted(app)).toEqual(await count(app))
    expect(Object.keys(await counted(app))).not.toContain('email.failed')
    const sum = Object.values(await count(app)).reduce((all, one) => all + one, 0)
    expect((await list(app)).total).toBe(sum)
    expect((await list(app, { name: 'e1' })).total).toBe((await count(app))['e1'])
  })
})

describe('GET /events/names', () => {
  it('lists names, most frequent first, with when they were seen last', async () => {
    const app = await inFreshProject(test)
    const email = newAddress()
    for (const daysAgo of [3, 2]) await track(app, { email, event: 'twice', daysAgo })
    for (let times = 0; times < 3; times += 1) await track(app, { email, event: 'thrice', daysAgo: 20 })
    const body = (await ask(app, {}, '/events/names')).json<z.infer<typeof EventNames>>()
    expect(body.eventNames).toEqual(['thrice', 'twice', 'contact.created'])
    expect(body.names.map(({ count }) => count)).toEqual([3, 2, 1])
    const [newest] = (await list(app, { name: 'twice' })).events
    expect(body.names[1]?.lastSeenAt).toBe(newest?.createdAt)
  })

  it('is empty in a new project', async () => {
    const app = await inFreshProject(test)
    expect((await ask(app, {}, '/events/names')).json()).toEqual({
      names: [],
      eventNames: [],
      cursor: null,
      hasMore: false,
      total: 0,
    })
  })

  it('has all of more than a thousand names, and says how many they are', async () => {
    const app = await inFreshProject(test)
    const { projectId } = app.project
    const now = app.clock.now()
    const ids = Array.from({ length: 1_100 }, () => newId(now))
    await insertEvents(sql`
      select ${projectId}::uuid, id, 'shown ' || number, null::uuid, null::uuid, '{}'::jsonb, ${now}::timestamptz
      from unnest(${ids}::uuid[]) with ordinality as given (id, number)`).execute(test.deps.database.db)
    const body = (await ask(app, {}, '/events/names')).json<z.infer<typeof EventNames>>()
    expect([body.names.length, body.eventNames.length]).toEqual([1_100, 1_100])
    expect(body).toMatchObject({ cursor: null, hasMore: false, total: 1_100 })
  })

  it('pages by name, also while the counts change', async () => {
    const app = await inFreshProject(test)
    const email = newAddress()
    for (const event of ['b', 'Z', 'a', 'ä', 'b']) await track(app, { email, event })
    const page = async (query: Record<string, string>) =>
      (await ask(app, query, '/events/names')).json<z.infer<typeof EventNames>>()
    const first = await page({ limit: '2' })
    expect(first).toMatchObject({ eventNames: ['Z', 'a'], hasMore: true, total: 5 })
    for (let times = 0; times < 3; times += 1) await track(app, { email, event: 'ä' })
    const second = await page({ limit: '2', cursor: first.cursor ?? '' })
    expect(second.eventNames).toEqual(['b', 'contact.created'])
    const last = await page({ cursor: second.cursor ?? '', total: 'false' })
    expect(last).toMatchObject({
      names: [{ name: 'ä', count: 4 }],
      cursor: null,
      hasMore: false,
      total: null,
    })
  })

  it.each([{ limit: '0' }, { limit: '101' }, { size: '5' }])('refuses %j', async (query) => {
    expect((await ask(test, query as Record<string, string>, '/events/names')).statusCode).toBe(422)
  })

  it('refuses a cursor of another list', async () => {
    const app = await inFreshProject(test)
    await track(app, { email: newAddress(), event: 'seen' })
    const { cursor } = await list(app, { limit: '1' })
    expect((await ask(app, { cursor: cursor ?? '' }, '/events/names')).statusCode).toBe(400)
  })
})

describe('GET /contacts/{id}/events', () => {
  it("lists the contact's own", async () => {
    const app = await inFreshProject(test)
    const [ann, bob] = [await buildContact(app), await buildContact(app)]
    for (let index = 0; index < 3; index += 1) await track(app, { email: ann.email, event: `e${index}` })
    await track(app, { email: bob.email, event: 'e0' })
    const path = `/contacts/${ann.id}/events`
    const first = await list(app, { limit: '3' }, path)
    expect(first).toMatchObject({ hasMore: true, total: 4 })
    expect(first.events.map(({ name }) => name)).toEqual(['e2', 'e1', 'e0'])
    const second = await list(app, { limit: '3', cursor: first.cursor ?? '' }, path)
    expect(second.events.map(({ name }) => name)).toEqual(['contact.created'])
    expect(await list(app, { name: 'e1' }, path)).toMatchObject({ total: 1 })
    const others = await ask(app, { cursor: first.cursor ?? '' }, `/contacts/${bob.id}/events`)
    expect(others.statusCode).toBe(400)
  })

  it.each(['unknown', 'foreign', 'nonsense'])('is a 404 for a contact that is %s', async (which) => {
    const theirs = await buildContact(test, { project: test.other })
    const id = { unknown: UNKNOWN, foreign: theirs.id, nonsense: 'nonsense' }[which]
    const reply = await ask(test, {}, `/contacts/${id}/events`)
    expect([reply.statusCode, errorOf(reply).code]).toEqual([404, 'CONTACT_NOT_FOUND'])
  })
})

describe.each(['/events', '/events/names', `/contacts/${UNKNOWN}/events`])(
  'the callers of GET %s',
  (path) => {
    let keys: { read: string; send: string }
    beforeAll(async () => {
      keys = {
        read: await buildKey(test, { scopes: ['read'] }),
        send: await buildKey(test, { scopes: ['send'] }),
      }
    })

    it('need a key that may read', async () => {
      const status = async (key: string | null) => (await call(test, ['GET', path], { key })).statusCode
      expect(await status(null)).toBe(401)
      expect(await status(test.project.publicKey)).toBe(403)
      expect(await status(keys.send)).toBe(403)
      expect(await status(keys.read)).toBe(path.startsWith('/contacts') ? 404 : 200)
    })
  },
)
