import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { ensureEmailMonth } from '../../../test/support/emails.ts'
import { buildContact, inFreshProject, makeEmail } from '../../../test/support/factories.ts'
import { call, errorOf, fieldsOf } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { foldCounters } from '../../platform/db/counters.ts'
import { newIdOf } from '../../platform/ids.ts'
import type { EmailId } from '../../platform/ids.ts'
import type { EmailRecord } from './emails.service.ts'

type ListAnswer = { emails: EmailRecord[]; cursor: string | null; hasMore: boolean; total: number | null }

const UNKNOWN = '01890000-0000-7000-8000-000000000000'

const test = useTestApp()

async function list(app: TestApp, query: Record<string, string> = {}, url = '/emails'): Promise<ListAnswer> {
  const reply = await call(app, ['GET', url], { query })
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json<ListAnswer>()
}

const idsOf = ({ emails }: ListAnswer) => emails.map(({ id }) => id)

async function makeEmails(app: TestApp, addresses: string[]): Promise<string[]> {
  const made = []
  for (const address of addresses) made.push(await makeEmail(app, { address }))
  return made
}

describe('GET /emails', () => {
  it('answers an empty project with an empty list', async () => {
    const app = await inFreshProject(test)
    expect(await list(app)).toEqual({ emails: [], cursor: null, hasMore: false, total: 0 })
  })

  it('shows the same records as GET /emails/{id}, newest first', async () => {
    const app = await inFreshProject(test)
    const contact = await buildContact(app)
    const first = await makeEmail(app, { contactId: contact.id, stored: { tags: ['welcome'] } })
    const second = await makeEmail(app, { content: { subject: 'Another' } })
    await call(app, ['POST', `/emails/${second}/cancel`])
    const records = []
    for (const id of [second, first]) records.push((await call(app, ['GET', `/emails/${id}`])).json())
    expect(await list(app)).toEqual({ emails: records, cursor: null, hasMore: false, total: 2 })
    expect(records[0]).toMatchObject({
      subject: 'Another',
      events: [{ type: 'queued' }, { type: 'cancelled' }],
    })
    expect(records[1]).toMatchObject({ subject: 'Hello {{ name }}', events: [{ type: 'queued' }] })
  })

  it('pages to the end without repeating or losing an email while others are made', async () => {
    const app = await inFreshProject(test)
    const made = await makeEmails(
      app,
      Array.from({ length: 7 }, (_, n) => `n${n}@x.example`),
    )
    const seen: string[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await list(app, { limit: '3', ...(cursor !== undefined && { cursor }) })
      seen.push(...idsOf(page))
      cursor = page.cursor
      await makeEmail(app)
    }
    expect(seen).toEqual(made.toReversed())
  })

  it('counts all from a counter, before and after it is folded', async () => {
    const app = await inFreshProject(test)
    await makeEmails(app, ['a@x.example', 'b@x.example'])
    expect(await list(app, { limit: '1' })).toMatchObject({ total: 2, hasMore: true })
    await foldCounters(app.deps.database.db)
    await makeEmail(app)
    expect(await list(app, { search: ' ' })).toMatchObject({ total: 3, hasMore: false, cursor: null })
    expect(await list(app, { total: 'false' })).toMatchObject({ total: null })
  })

  it('shows nothing of other projects', async () => {
    const app = await inFreshProject(test)
    await makeEmail(test, { project: test.other, address: 'ann@secret.example' })
    expect(await list(app, { search: 'secret' })).toMatchObject({ emails: [], total: 0 })
  })
})

describe('the filters of GET /emails', () => {
  let app: TestApp
  let contactId: string
  beforeAll(async () => {
    app = await inFreshProject(test)
    contactId = (await buildContact(app, { email: 'bob@shop.example' })).id
    await makeEmails(app, ['ann@shop.example', '50%_off@shop.example', 'axb@news.example'])
    for (const status of ['SENT', 'BOUNCED', 'DEFERRED'] as const) {
      await makeEmail(app, { contactId, address: 'bob@shop.example', stored: { status } })
    }
    await makeEmail(app, {
      contactId,
      address: 'bob@shop.example',
      scheduledFor: new Date(app.clock.now().getTime() + 1e6),
    })
  })

  it.each<[query: Record<string, string>, total: number]>([
    [{ status: 'QUEUED' }, 3],
    [{ status: 'SENT' }, 1],
    [{ status: 'BOUNCED' }, 1],
    [{ status: 'DEFERRED' }, 1],
    [{ status: 'SCHEDULED' }, 1],
    [{ status: 'CANCELLED' }, 0],
    [{ search: 'shop.example' }, 6],
    [{ search: ' ANN@ ' }, 1],
    [{ search: '%' }, 1],
    [{ search: '0%_' }, 1],
    [{ search: 'a_b' }, 0],
    [{ search: '\\' }, 0],
    [{ search: 'bob', status: 'SENT' }, 1],
    [{ contactId: UNKNOWN }, 0],
    [{ contactId: 'not-an-id' }, 0],
    [{ campaignId: UNKNOWN }, 0],
  ])('find exactly those of %j', async (query, total) => {
    const answer = await list(app, query)
    expect([answer.total, answer.emails.length]).toEqual([total, total])
    const { status } = query
    expect(answer.emails.filter((email) => status !== undefined && email.status !== status)).toEqual([])
  })

  it('find email by its tag, whether it waits or has ended, and only that of the own project', async () => {
    const mine = await inFreshProject(test)
    const waiting = await makeEmail(mine, { stored: { tags: ['welcome', 'spring'] } })
    const ended = await makeEmail(mine, { stored: { tags: ['welcome'], status: 'SENT' } })
    await makeEmail(mine, { stored: { tags: ['Welcome'], status: 'SENT' } })
    await makeEmail(mine)
    await makeEmail(mine, { project: test.other, stored: { tags: ['welcome', 'theirs'], status: 'SENT' } })
    expect(idsOf(await list(mine, { tag: 'welcome' }))).toEqual([ended, waiting])
    const first = await list(mine, { tag: 'welcome', limit: '1' })
    expect([idsOf(first), first.total, first.hasMore]).toEqual([[ended], 2, true])
    const last = await list(mine, { tag: 'welcome', limit: '1', cursor: String(first.cursor) })
    expect([idsOf(last), last.hasMore]).toEqual([[waiting], false])
    expect(idsOf(await list(mine, { tag: 'welcome', status: 'QUEUED' }))).toEqual([waiting])
    for (const tag of ['theirs', 'wel', '{welcome}', "'"]) {
      expect(await list(mine, { tag })).toMatchObject({ emails: [], total: 0 })
    }
  })

  it('find email of a tag in every month that has it, page by page', async () => {
    const mine = await inFreshProject(test)
    const made: string[] = []
    for (const daysAgo of [100, 99, 35, 0]) {
      const at = new Date(mine.clock.now().getTime() - daysAgo * 86_400_000)
      await ensureEmailMonth(mine, at)
      const stored = { id: newIdOf<EmailId>(at), status: 'SENT', tags: ['spring'] }
      made.push(await makeEmail(mine, { stored }))
    }
    made.push(await makeEmail(mine, { stored: { tags: ['spring'] } }))
    for (const limit of ['1', '2', '5']) {
      const seen: string[] = []
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page = await list(mine, { tag: 'spring', limit, ...(cursor !== undefined && { cursor }) })
        seen.push(...idsOf(page))
        cursor = page.cursor
      }
      expect(seen).toEqual(made.toReversed())
    }
  })

  it('count the email of a tag from a counter, folded or not, and each of them once', async () => {
    const mine = await inFreshProject(test)
    for (const tags of [['a'], ['a', 'a'], ['a 2026-05'], ['a b'], ['b', 'a']]) {
      await makeEmail(mine, { stored: { tags, status: 'SENT' } })
      await makeEmail(mine, { stored: { tags } })
    }
    for (let times = 0; times < 2; times += 1) {
      expect(await list(mine, { tag: 'a', limit: '1' })).toMatchObject({ total: 6 })
      expect(await list(mine, { tag: 'a 2026-05' })).toMatchObject({ total: 2 })
      expect(await list(mine, { tag: 'a', status: 'SENT' })).toMatchObject({ total: 3 })
      await foldCounters(mine.deps.database.db)
    }
    await sql`delete from emails where project_id = ${mine.project.projectId}`.execute(mine.deps.database.db)
    expect(await list(mine, { tag: 'a' })).toMatchObject({ total: 3 })
  })

  it('count the email of a status from a counter, also when the status changes later', async () => {
    const mine = await inFreshProject(test)
    const { db } = mine.deps.database
    const ids = []
    for (const status of ['SENT', 'SENT', 'SENT', 'BOUNCED']) {
      ids.push(await makeEmail(mine, { stored: { status } }))
    }
    await makeEmail(mine)
    const totals = async () =>
      Promise.all(
        [{}, { status: 'SENT' }, { status: 'BOUNCED' }, { status: 'COMPLAINED' }, { status: 'QUEUED' }].map(
          async (query) => (await list(mine, query)).total,
        ),
      )
    expect(await totals()).toEqual([5, 3, 1, 0, 1])
    await sql`update emails set status = 'COMPLAINED' where project_id = ${mine.project.projectId} and id = ${ids[0]}`.execute(
      db,
    )
    await foldCounters(db)
    expect(await totals()).toEqual([5, 2, 1, 1, 1])
    await sql`delete from emails where project_id = ${mine.project.projectId} and status = 'SENT'`.execute(db)
    expect(await totals()).toEqual([3, 0, 1, 1, 1])
  })

  it('find the emails to a contact, page by page', async () => {
    const first = await list(app, { contactId, limit: '3' })
    expect([first.total, first.emails.every((email) => email.contactId === contactId)]).toEqual([4, true])
    const rest = await list(app, { contactId, limit: '3', cursor: String(first.cursor) })
    expect([rest.emails.length, rest.hasMore]).toEqual([1, false])
    expect(await list(app, { contactId, status: 'BOUNCED' })).toMatchObject({ total: 1 })
  })

  it('page through what a search finds, with the total of all on every page', async () => {
    const first = await list(app, { search: 'bob@', limit: '3' })
    expect([first.emails.length, first.hasMore, first.total]).toEqual([3, true, 4])
    const last = await list(app, { search: 'bob@', limit: '3', cursor: String(first.cursor) })
    expect([last.emails.length, last.hasMore, last.cursor, last.total]).toEqual([1, false, null, 4])
    expect(new Set([...idsOf(first), ...idsOf(last)]).size).toBe(4)
    const beyond = await list(app, { search: 'axb', cursor: String(first.cursor) })
    expect(idsOf(beyond)).toHaveLength(1)
    const before = await list(app, { limit: '7', search: 'bob@' })
    expect(idsOf(before)).toEqual([...idsOf(first), ...idsOf(last)])
  })

  it('return an empty page with the total after the last hit of a search', async () => {
    const { emails, cursor } = await list(app, { limit: '6' })
    expect(emails.at(-1)?.to).toBe('50%_off@shop.example')
    expect(await list(app, { search: 'axb', cursor: String(cursor) })).toEqual({
      emails: [],
      cursor: null,
      hasMore: false,
      total: 1,
    })
  })

  it.each<[query: Record<string, string>, fields: Record<string, string>]>([
    [{ limit: '0' }, { limit: 'too_small' }],
    [{ limit: '101' }, { limit: 'too_big' }],
    [{ status: 'sent' }, { status: 'invalid_enum_value' }],
    [{ search: 'x'.repeat(255) }, { search: 'too_big' }],
    [{ search: 'a\0' }, { search: 'invalid_string' }],
    [{ tag: '' }, { tag: 'too_small' }],
    [{ tag: 'x'.repeat(101) }, { tag: 'too_big' }],
    [{ tag: 'a\0' }, { tag: 'invalid_string' }],
    [
      { total: '1', status: 'X' },
      { total: 'invalid_enum_value', status: 'invalid_enum_value' },
    ],
  ])('refuse %j', async (query, fields) => {
    const reply = await call(test, ['GET', '/emails'], { query })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, fields])
  })

  it('reject a cursor of another project or list', async () => {
    const { cursor } = await list(app, { limit: '1' })
    const elsewhere = await call(test, ['GET', '/emails'], { query: { cursor: String(cursor) } })
    expect([elsewhere.statusCode, errorOf(elsewhere).code]).toEqual([400, 'BAD_REQUEST'])
    const otherList = await call(app, ['GET', '/suppressions'], { query: { cursor: String(cursor) } })
    expect(otherList.statusCode).toBe(400)
  })
})

describe('GET /contacts/{id}/emails', () => {
  it('shows the emails to this contact, newest first, page by page', async () => {
    const app = await inFreshProject(test)
    const [ann, bob] = [await buildContact(app), await buildContact(app)]
    const made = []
    for (let n = 0; n < 3; n += 1) made.push(await makeEmail(app, { contactId: ann.id }))
    await makeEmail(app, { contactId: bob.id })
    const url = `/contacts/${ann.id}/emails`
    const first = await list(app, { limit: '2' }, url)
    expect([idsOf(first), first.total, first.hasMore]).toEqual([[made[2], made[1]], 3, true])
    const last = await list(app, { limit: '2', cursor: String(first.cursor) }, url)
    expect([idsOf(last), last.hasMore]).toEqual([[made[0]], false])
    expect(await list(app, { status: 'SENT' }, url)).toMatchObject({ emails: [], total: 0 })
    expect(await list(app, { total: 'false' }, url)).toMatchObject({ total: null })
  })

  it('rejects invalid parameters', async () => {
    const { id } = await buildContact(test)
    const bad = await call(test, ['GET', `/contacts/${id}/emails`], { query: { status: 'x', limit: '0' } })
    expect([bad.statusCode, fieldsOf(bad)]).toEqual([
      422,
      { status: 'invalid_enum_value', limit: 'too_small' },
    ])
  })

  it('knows no contact of another project', async () => {
    const theirs = await buildContact(test, { project: test.other })
    for (const id of [theirs.id, UNKNOWN, 'x']) {
      const reply = await call(test, ['GET', `/contacts/${id}/emails`])
      expect([reply.statusCode, errorOf(reply).code]).toEqual([404, 'CONTACT_NOT_FOUND'])
    }
  })
})

describe('the order of GET /emails', () => {
  const pages = async (app: TestApp, query: Record<string, string>): Promise<string[]> => {
    const seen: string[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await list(app, { limit: '2', ...query, ...(cursor !== undefined && { cursor }) })
      seen.push(...idsOf(page))
      cursor = page.cursor
    }
    return seen
  }

  it('is oldest first on request, page by page, also of a tag, a status and a search', async () => {
    const app = await inFreshProject(test)
    const made = []
    for (const n of [1, 2, 3, 4, 5]) {
      const { id: contactId, email: address } = await buildContact(app, { email: `n${n}@oldest.example` })
      made.push(await makeEmail(app, { contactId, address, stored: { tags: ['welcome'] } }))
    }
    // Waiting and ended emails are in tables of their own.
    for (const id of [made[1], made[3]]) await call(app, ['POST', `/emails/${id}/cancel`])
    await foldCounters(app.deps.database.db)
    const narrowings: Record<string, string>[] = [{}, { tag: 'welcome' }, { search: 'oldest' }]
    for (const query of narrowings) {
      expect(await pages(app, { ...query, sort: 'createdAt' })).toEqual(made)
      expect(await pages(app, query)).toEqual(made.toReversed())
      expect(await list(app, { ...query, sort: 'createdAt' })).toMatchObject({ total: 5 })
    }
    expect(await pages(app, { status: 'CANCELLED', sort: 'createdAt' })).toEqual([made[1], made[3]])
  })

  it('refuses unknown orders, and cursors of another order', async () => {
    const app = await inFreshProject(test)
    await makeEmails(app, ['a@x.example', 'b@x.example'])
    const { cursor } = await list(app, { sort: 'createdAt', limit: '1' })
    const foreign = await call(app, ['GET', '/emails'], { query: { cursor: cursor ?? '' } })
    expect([foreign.statusCode, errorOf(foreign).code]).toEqual([400, 'BAD_REQUEST'])
    expect(fieldsOf(await call(app, ['GET', '/emails'], { query: { sort: 'subject' } }))).toEqual({
      sort: 'invalid_enum_value',
    })
  })
})
