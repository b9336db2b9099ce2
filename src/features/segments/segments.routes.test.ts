import { describe, expect, it } from 'vitest'
import { buildContact, buildContacts, inFreshProject } from '../../../test/support/factories.ts'
import { call, errorOf, fieldsOf } from '../../../test/support/requests.ts'
import type { Reply } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'

const test = useTestApp()

type SegmentRecord = {
  id: string
  name: string
  filters: unknown
  type: string
  memberCount: number
  memberCountAt: string | null
}
type ContactsAnswer = {
  contacts: { id: string; email: string }[]
  cursor: string | null
  hasMore: boolean
  total: number | null
}

const PRO = { operator: 'AND', conditions: [{ value: 'pro', operator: 'equals', field: 'data.plan' }] }
const UNKNOWN = '01890000-0000-7000-8000-000000000000'

const create = (app: TestApp, body: unknown): Promise<Reply> => call(app, ['POST', '/segments'], { body })

async function buildSegment(app: TestApp, body: object = {}): Promise<SegmentRecord> {
  const reply = await create(app, { name: 'Pro', filters: PRO, ...body })
  if (reply.statusCode !== 201) throw new Error(reply.body)
  return reply.json<SegmentRecord>()
}

const get = async <Answer>(
  app: TestApp,
  path: string,
  query: Record<string, string> = {},
): Promise<Answer> => {
  const reply = await call(app, ['GET', path], { query })
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json<Answer>()
}

describe('POST /segments', () => {
  it('creates a dynamic segment and counts it', async () => {
    const app = await inFreshProject(test)
    await buildContact(app, { data: { plan: 'pro' } })
    await buildContact(app)
    const reply = await create(app, { name: 'Pro', filters: PRO, description: 'Who pays' })
    expect(reply.statusCode).toBe(201)
    const segment = reply.json<SegmentRecord>()
    expect(segment).toMatchObject({
      name: 'Pro',
      description: 'Who pays',
      type: 'DYNAMIC',
      filters: PRO,
      trackMembership: false,
      memberCount: 1,
    })
    expect(segment.memberCountAt).not.toBeNull()
    expect(await get(app, `/segments/${segment.id}`)).toEqual({
      ...segment,
      usedBy: [],
      memberCountAt: expect.any(String) as string,
    })
  })

  it('returns the filters as they were sent, with the order of their keys', async () => {
    const { filters } = await buildSegment(test)
    expect(JSON.stringify(filters)).toBe(JSON.stringify(PRO))
  })

  it('creates a static segment with its first members', async () => {
    const app = await inFreshProject(test)
    const { email } = await buildContact(app)
    const reply = await create(app, {
      name: 'List',
      type: 'STATIC',
      emails: [email, 'new@example.com', 'nobody'],
    })
    expect(reply.json()).toMatchObject({ type: 'STATIC', filters: null, memberCount: 2, memberCountAt: null })
  })

  const bad = { field: 'data.plan', operator: 'is', value: 'pro' }

  it.each<[body: unknown, fields: Record<string, string>]>([
    [{}, { name: 'required', filters: 'required' }],
    [{ name: '', filters: PRO }, { name: 'too_small' }],
    [{ name: 'x'.repeat(201), filters: PRO }, { name: 'too_big' }],
    [{ name: 'x' }, { filters: 'required' }],
    [{ name: 'x', filters: null }, { filters: 'required' }],
    [
      { name: 'x', filters: {} },
      { 'filters.operator': 'required', 'filters.conditions': 'required' },
    ],
    [
      { name: 'x', filters: { operator: 'AND', conditions: [bad] } },
      { 'filters.conditions.0.operator': 'invalid_enum_value' },
    ],
    [{ name: 'x', type: 'LIST', filters: PRO }, { type: 'invalid_enum_value' }],
    [{ name: 'x', type: 'STATIC', filters: PRO }, { filters: 'custom' }],
    [{ name: 'x', filters: PRO, emails: ['a@example.com'] }, { emails: 'custom' }],
    [{ name: 'x', type: 'STATIC', emails: [] }, { emails: 'too_small' }],
    [
      { name: 'x', type: 'STATIC', emails: Array.from({ length: 1001 }, () => 'a@example.com') },
      { emails: 'too_big' },
    ],
    [{ name: 'x', filters: PRO, trackMembership: 'yes' }, { trackMembership: 'invalid_type' }],
  ])('refuses bad input: case %#', async (body, fields) => {
    const reply = await create(test, body)
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, fields])
  })

  it('acts once for one Idempotency-Key', async () => {
    const app = await inFreshProject(test)
    const options = {
      body: { name: 'Pro', filters: PRO },
      headers: { 'idempotency-key': crypto.randomUUID() },
    }
    const first = await call(app, ['POST', '/segments'], options)
    const again = await call(app, ['POST', '/segments'], options)
    expect([again.statusCode, again.body]).toEqual([201, first.body])
    expect(await get(app, '/segments')).toMatchObject({ total: 1 })
  })
})

describe('GET /segments', () => {
  it('lists newest first, page by page, with the last counts', async () => {
    const app = await inFreshProject(test)
    expect(await get(app, '/segments')).toEqual({ segments: [], cursor: null, hasMore: false, total: 0 })
    const first = await buildSegment(app, { name: 'First' })
    const second = await buildSegment(app, {
      name: 'Second',
      type: 'STATIC',
      filters: null,
      emails: ['a@example.com'],
    })
    await buildContact(app, { data: { plan: 'pro' } })
    type List = { segments: SegmentRecord[]; cursor: string | null; hasMore: boolean; total: number }
    const page = await get<List>(app, '/segments', { limit: '1' })
    expect([page.segments, page.hasMore, page.total]).toEqual([[{ ...second, usedBy: [] }], true, 2])
    const next = await get<List>(app, '/segments', { limit: '1', cursor: String(page.cursor) })
    expect([next.segments, next.hasMore]).toEqual([[{ ...first, usedBy: [] }], false])
  })
})

describe('PATCH /segments/{id}', () => {
  const patch = (app: TestApp, id: string, body: unknown) => call(app, ['PATCH', `/segments/${id}`], { body })

  it('changes the given fields only, and counts again', async () => {
    const app = await inFreshProject(test)
    await buildContact(app)
    const before = await buildSegment(app, { description: 'Old' })
    const everybody = { operator: 'NOT', conditions: PRO.conditions }
    const reply = await patch(app, before.id, { filters: everybody, description: null })
    expect(reply.json()).toMatchObject({ name: 'Pro', description: null, filters: everybody, memberCount: 1 })
    expect((await patch(app, before.id, { name: 'Others' })).json()).toMatchObject({
      name: 'Others',
      filters: everybody,
    })
  })

  it.each([{}, { type: 'STATIC', filters: null }])('accepts a whole record: %j', async (fields) => {
    const { id } = await buildSegment(test, fields)
    const record = await get<object>(test, `/segments/${id}`)
    const reply = await patch(test, id, { ...record, name: 'Renamed' })
    expect([reply.statusCode, reply.json()]).toMatchObject([200, { name: 'Renamed', ...fields }])
  })

  it('refuses invalid changes', async () => {
    const { id } = await buildSegment(test)
    expect(fieldsOf(await patch(test, id, { name: null }))).toEqual({ name: 'invalid_type' })
    expect(fieldsOf(await patch(test, id, { filters: null }))).toEqual({ filters: 'invalid_type' })
    expect(fieldsOf(await patch(test, id, { filters: {} }))).toMatchObject({ 'filters.operator': 'required' })
    const list = await buildSegment(test, { type: 'STATIC', filters: null })
    const reply = await patch(test, list.id, { filters: PRO })
    expect([reply.statusCode, errorOf(reply).code]).toEqual([400, 'INVALID_STATE'])
    expect((await patch(test, UNKNOWN, {})).statusCode).toBe(404)
  })
})

describe('DELETE /segments/{id}', () => {
  it('deletes the segment with its list, and leaves the contacts', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildSegment(app, { type: 'STATIC', filters: null, emails: ['a@example.com'] })
    expect((await call(app, ['DELETE', `/segments/${id}`])).statusCode).toBe(204)
    expect((await call(app, ['DELETE', `/segments/${id}`])).statusCode).toBe(404)
    expect((await call(app, ['GET', `/segments/${id}/contacts`])).statusCode).toBe(404)
    expect(await get(app, '/segments')).toMatchObject({ total: 0 })
    expect(await get(app, '/contacts')).toMatchObject({ total: 1 })
  })
})

describe('GET /segments/{id}/contacts', () => {
  it.each(['DYNAMIC', 'STATIC'])(
    'lists the members of a %s segment, newest first, page by page',
    async (type) => {
      const app = await inFreshProject(test)
      const ids: string[] = []
      const emails: string[] = []
      for (let index = 0; index < 5; index += 1) {
        const { id, email } = await buildContact(app, { data: { plan: 'pro' } })
        ids.unshift(id)
        emails.push(email)
      }
      await buildContact(app)
      const { id } = await buildSegment(app, type === 'STATIC' ? { type, filters: null, emails } : {})
      const path = `/segments/${id}/contacts`
      const first = await get<ContactsAnswer>(app, path, { limit: '3' })
      const second = await get<ContactsAnswer>(app, path, { limit: '3', cursor: String(first.cursor) })
      expect([...first.contacts, ...second.contacts].map((contact) => contact.id)).toEqual(ids)
      expect([first.total, first.hasMore, second.hasMore]).toEqual([5, true, false])
      expect(await get(app, path, { total: 'false' })).toMatchObject({ total: null })
    },
  )

  it.each(['DYNAMIC', 'STATIC'])('finds members of a %s segment by a part of their address', async (type) => {
    const app = await inFreshProject(test)
    const emails = ['ada@find.example', 'ben@other.example', 'cat@find.example']
    for (const email of emails) await buildContact(app, { email, data: { plan: 'pro' } })
    await buildContact(app, { email: 'dan@find.example' })
    const { id } = await buildSegment(app, type === 'STATIC' ? { type, filters: null, emails } : {})
    const find = (search: string, more: Record<string, string> = {}) =>
      get<ContactsAnswer>(app, `/segments/${id}/contacts`, { search, ...more })
    const first = await find(' @FIND ', { limit: '1' })
    const second = await find(' @FIND ', { limit: '1', cursor: String(first.cursor) })
    const found = [...first.contacts, ...second.contacts].map(({ email }) => email)
    expect([found, first.total, second.hasMore]).toEqual([['cat@find.example', 'ada@find.example'], 2, false])
    for (const none of ['dan', '%']) expect(await find(none)).toMatchObject({ contacts: [], total: 0 })
    expect(await find(' ')).toMatchObject({ total: 3 })
    const query = { search: 'x'.repeat(255) }
    const reply = await call(app, ['GET', `/segments/${id}/contacts`], { query })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { search: 'too_big' }])
  })
})

describe('POST /segments/preview', () => {
  const preview = (app: TestApp, body: unknown) => call(app, ['POST', '/segments/preview'], { body })

  it('shows the newest matches, also those behind thousands of others', async () => {
    const app = await inFreshProject(test)
    const plan = (value: string) => ({
      operator: 'AND',
      conditions: [{ field: 'data.plan', operator: 'equals', value }],
    })
    const old = await buildContacts(app, 12, { data: { plan: 'old' } })
    await buildContacts(app, 2_100, { data: { plan: 'many' } })
    const fresh = await buildContacts(app, 12, { data: { plan: 'new' } })
    const newest = (built: { id: string }[]) =>
      built
        .map(({ id }) => id)
        .toSorted()
        .reverse()
        .slice(0, 10)
    const read = async (value: string) => {
      const answer = (await preview(app, { filters: plan(value) })).json<{
        count: number
        sample: { id: string }[]
      }>()
      return { count: answer.count, sample: answer.sample.map(({ id }) => id) }
    }
    expect(await read('old')).toEqual({ count: 12, sample: newest(old) })
    expect(await read('new')).toEqual({ count: 12, sample: newest(fresh) })
    expect((await read('many')).count).toBe(2_100)
  })

  it('counts, shows ten contacts, and returns the filter as a sentence', async () => {
    const app = await inFreshProject(test)
    for (let index = 0; index < 12; index += 1) await buildContact(app, { data: { plan: 'pro' } })
    const reply = await preview(app, { filters: PRO })
    expect(reply.statusCode).toBe(200)
    const answer = reply.json<{ count: number; sample: unknown[]; tookMs: number }>()
    expect(answer).toMatchObject({ count: 12, words: 'plan is pro' })
    expect(answer.sample).toHaveLength(10)
    expect(answer.tookMs).toBeGreaterThanOrEqual(0)
    expect(await get(app, '/segments')).toMatchObject({ total: 0 })
  })

  it('refuses bad filters with their path', async () => {
    const reply = await preview(test, { filters: { operator: 'AND', conditions: [{ field: 'data.' }] } })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([
      422,
      { 'filters.conditions.0.field': 'invalid_string' },
    ])
    expect(fieldsOf(await preview(test, {}))).toMatchObject({ filters: 'required' })
  })
})
