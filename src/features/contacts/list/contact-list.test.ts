import { beforeAll, describe, expect, it } from 'vitest'
import { buildContact, buildContacts, buildKey, inFreshProject } from '../../../../test/support/factories.ts'
import type { ContactRecord } from '../../../../test/support/factories.ts'
import { call, errorOf, fieldsOf } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'

type ListAnswer = {
  contacts: ContactRecord[]
  cursor: string | null
  hasMore: boolean
  total: number | null
}

const test = useTestApp()

async function list(app: TestApp, query: Record<string, string> = {}): Promise<ListAnswer> {
  const reply = await call(app, ['GET', '/contacts'], { query })
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json<ListAnswer>()
}

const idsOf = ({ contacts }: ListAnswer) => contacts.map(({ id }) => id)
const emailsOf = ({ contacts }: ListAnswer) => contacts.map(({ email }) => email)

describe('GET /contacts', () => {
  it('answers an empty project with an empty list', async () => {
    const app = await inFreshProject(test)
    expect(await list(app)).toEqual({ contacts: [], cursor: null, hasMore: false, total: 0 })
  })

  it('shows whole records, newest first', async () => {
    const app = await inFreshProject(test)
    const first = await buildContact(app, { data: { plan: 'pro', tags: ['a'] } })
    const second = await buildContact(app, { subscribed: false })
    expect(await list(app)).toEqual({ contacts: [second, first], cursor: null, hasMore: false, total: 2 })
  })

  it('gives twenty a page unless told otherwise', async () => {
    const app = await inFreshProject(test)
    const made = await buildContacts(app, 101)
    const newestFirst = made.map(({ id }) => id).toReversed()
    const page = await list(app)
    expect(idsOf(page)).toEqual(newestFirst.slice(0, 20))
    expect(page).toMatchObject({ hasMore: true, total: 101 })
    expect(idsOf(await list(app, { limit: '1' }))).toEqual(newestFirst.slice(0, 1))
    expect(idsOf(await list(app, { limit: '100' }))).toEqual(newestFirst.slice(0, 100))
  })

  it('ends exactly where a page is full', async () => {
    const app = await inFreshProject(test)
    await buildContacts(app, 4)
    const first = await list(app, { limit: '2' })
    expect(first.hasMore).toBe(true)
    const last = await list(app, { limit: '2', cursor: String(first.cursor) })
    expect(last).toMatchObject({ cursor: null, hasMore: false, total: 4 })
    expect(last.contacts).toHaveLength(2)
  })

  it('repeats and loses nobody who stays while others come and go', async () => {
    const app = await inFreshProject(test)
    const made = (await buildContacts(app, 250)).map(({ id }) => id)
    // Every fifth is removed while the list is read: some after they were shown, some before.
    const removed = made.filter((_, index) => index % 5 === 0)
    const staying = made.filter((_, index) => index % 5 !== 0)
    const seen: string[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await list(app, { limit: '17', ...(cursor !== undefined && { cursor }) })
      seen.push(...idsOf(page))
      cursor = page.cursor
      await buildContact(app)
      const goes = [removed.shift(), removed.pop()].filter((id) => id !== undefined)
      for (const id of goes) await call(app, ['DELETE', `/contacts/${id}`])
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.filter((id) => staying.includes(id))).toEqual(staying.toReversed())
    expect(seen.every((id) => made.includes(id))).toBe(true)
  })

  it('goes on where the cursor points although its contact is gone', async () => {
    const app = await inFreshProject(test)
    const [oldest, middle] = await buildContacts(app, 3)
    const { cursor } = await list(app, { limit: '2' })
    await call(app, ['DELETE', `/contacts/${middle?.id}`])
    expect(idsOf(await list(app, { cursor: String(cursor) }))).toEqual([oldest?.id])
  })

  it.each<[query: Record<string, string>, fields: Record<string, string>]>([
    [{ limit: '0' }, { limit: 'too_small' }],
    [{ limit: '101' }, { limit: 'too_big' }],
    [{ limit: '-1' }, { limit: 'invalid_string' }],
    [{ limit: '1.5' }, { limit: 'invalid_string' }],
    [{ limit: '1e1' }, { limit: 'invalid_string' }],
    [{ limit: 'ten' }, { limit: 'invalid_string' }],
    [{ limit: '' }, { limit: 'invalid_string' }],
    [{ subscribed: '1' }, { subscribed: 'invalid_enum_value' }],
    [{ subscribed: 'TRUE' }, { subscribed: 'invalid_enum_value' }],
    [{ total: 'no' }, { total: 'invalid_enum_value' }],
    [{ search: 'x'.repeat(255) }, { search: 'too_big' }],
    [{ search: 'a\0b' }, { search: 'invalid_string' }],
    [{ email: 'ann' }, { email: 'invalid_string' }],
    [
      { limit: '0', subscribed: 'x', email: '@' },
      { limit: 'too_small', subscribed: 'invalid_enum_value', email: 'invalid_string' },
    ],
  ])('refuses %j', async (query, fields) => {
    const reply = await call(test, ['GET', '/contacts'], { query })
    expect(reply.statusCode).toBe(422)
    expect(errorOf(reply).code).toBe('VALIDATION_ERROR')
    expect(fieldsOf(reply)).toEqual(fields)
  })

  it('refuses a parameter that is given twice', async () => {
    const reply = await call(test, ['GET', '/contacts?search=a&search=b&limit=1&limit=2'])
    expect(fieldsOf(reply)).toEqual({ search: 'invalid_type', limit: 'invalid_type' })
  })

  it('refuses parameters that it does not know', async () => {
    const reply = await call(test, ['GET', '/contacts'], { query: { page: '2', foo: '' } })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([
      422,
      { page: 'unrecognized_keys', foo: 'unrecognized_keys' },
    ])
  })
})

describe('the cursor of GET /contacts', () => {
  let cursor: string
  beforeAll(async () => {
    await buildContacts(test, 3)
    cursor = String((await list(test, { limit: '1' })).cursor)
  })

  const refusalOf = async (given: string, key = test.project.secretKey) => {
    const reply = await call(test, ['GET', '/contacts'], { query: { cursor: given }, key })
    return [reply.statusCode, errorOf(reply).code]
  }

  it('is refused by another project', async () => {
    expect(await refusalOf(cursor, test.other.secretKey)).toEqual([400, 'BAD_REQUEST'])
  })

  it('is refused when it comes from another list', async () => {
    await buildKey(test)
    const keys = await call(test, ['GET', '/keys'], { query: { limit: '1' } })
    const foreign = keys.json<ListAnswer>().cursor
    expect(foreign).toEqual(expect.any(String))
    expect(await refusalOf(String(foreign))).toEqual([400, 'BAD_REQUEST'])
  })

  it.each<[what: string, damage: (text: string) => string]>([
    ['is an id', () => '01890000-0000-7000-8000-000000000000'],
    ['lacks its end', (text) => text.slice(0, -1)],
    ['lacks its beginning', (text) => text.slice(1)],
    ['has a character more', (text) => `${text}A`],
    ['has another first character', (text) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1)],
    ['has another last character', (text) => text.slice(0, -1) + (text.endsWith('A') ? 'B' : 'A')],
    ['has blanks around it', (text) => ` ${text} `],
    ['is not base64', () => '%%%'],
  ])('is refused when it %s', async (_what, damage) => {
    expect(await refusalOf(damage(cursor))).toEqual([400, 'BAD_REQUEST'])
  })

  it('outlives filters: it says where to go on, not what to look for', async () => {
    const reply = await call(test, ['GET', '/contacts'], { query: { cursor, subscribed: 'false' } })
    expect(reply.json()).toMatchObject({ contacts: [], total: 0 })
  })
})

describe('the filters of GET /contacts', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await inFreshProject(test)
    await buildContacts(app, 30, { emailOf: (n) => `reader${n}@news.example.com` })
    await buildContacts(app, 12, { emailOf: (n) => `leaver${n}@news.example.com`, subscribed: false })
    for (const email of [
      '50%off@shop.example',
      'a_b@shop.example',
      'axb@shop.example',
      '"a\\\\b"@shop.example',
    ]) {
      await buildContact(app, { email })
    }
    await buildContacts(app, 5, { project: test.other, emailOf: (n) => `reader${n}@news.example.com` })
  })

  it.each<[query: Record<string, string>, total: number | null]>([
    [{}, 46],
    [{ subscribed: 'true' }, 34],
    [{ subscribed: 'false' }, 12],
    [{ search: 'news.example' }, 42],
    [{ search: 'news.example', subscribed: 'false' }, 12],
    [{ search: 'leaver', subscribed: 'true' }, 0],
    [{ search: 'nobody' }, 0],
    [{ search: '' }, 46],
    [{ email: 'reader7@news.example.com' }, 1],
    [{ email: 'reader7@news.example.com', subscribed: 'false' }, 0],
    [{ email: 'nobody@news.example.com' }, 0],
    [{ total: 'false' }, null],
    [{ search: 'news', total: 'false' }, null],
    [{ total: 'true' }, 46],
  ])('count exactly for %j', async (query, total) => {
    const answer = await list(app, { limit: '5', ...query })
    expect(answer.total).toBe(total)
  })

  it('show only those who are subscribed, or only those who are not', async () => {
    const yes = await list(app, { subscribed: 'true', limit: '100' })
    expect(yes.contacts).toHaveLength(34)
    expect(yes.contacts.every(({ subscribed }) => subscribed)).toBe(true)
    const no = await list(app, { subscribed: 'false', limit: '100' })
    expect(no.contacts).toHaveLength(12)
    expect(no.contacts.some(({ subscribed }) => subscribed)).toBe(false)
  })

  it('page through what a search finds, newest first', async () => {
    const seen: string[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await list(app, { search: 'reader', limit: '7', ...(cursor !== undefined && { cursor }) })
      seen.push(...emailsOf(page))
      cursor = page.cursor
    }
    expect(seen).toEqual(Array.from({ length: 30 }, (_, n) => `reader${29 - n}@news.example.com`))
  })

  it.each([
    ['%', ['50%off@shop.example']],
    ['0%o', ['50%off@shop.example']],
    ['_', ['a_b@shop.example']],
    ['a_b', ['a_b@shop.example']],
    ['\\', ['"a\\\\b"@shop.example']],
    ['\\\\b', ['"a\\\\b"@shop.example']],
    ["'", []],
    ['a%b', []],
    ['READER7@NEWS', ['reader7@news.example.com']],
    ['  reader7@  ', ['reader7@news.example.com']],
    ['der7@n', ['reader7@news.example.com']],
  ])('take %j of a search as it is written', async (search, emails) => {
    expect(emailsOf(await list(app, { search }))).toEqual(emails)
  })

  it('find an exact address in any spelling', async () => {
    expect(emailsOf(await list(app, { email: ' Reader7@NEWS.example.com ' }))).toEqual([
      'reader7@news.example.com',
    ])
    expect(emailsOf(await list(app, { email: 'reader7@news.example.co' }))).toEqual([])
  })
})
