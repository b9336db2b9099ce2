import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  buildContact,
  buildContacts,
  inFreshProject,
  makeEmail,
  newAddress,
} from '../../../test/support/factories.ts'
import { buildTemplate } from '../../../test/support/feature-steps.ts'
import { call, fieldsOf } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import type { TemplateId } from '../../platform/ids.ts'
import type { EmailRecord } from './emails.service.ts'
import { candidatesOf, hitsOf } from './emails-search.queries.ts'

const test = useTestApp()

type List = { emails: EmailRecord[]; cursor: string | null; hasMore: boolean; total: number | null }

const list = async (app: TestApp, query: Record<string, string>): Promise<List> =>
  (await call(app, ['GET', '/emails'], { query })).json<List>()

const found = async (app: TestApp, query: Record<string, string>) => {
  const { emails, total } = await list(app, query)
  expect(total).toBe(emails.length)
  return emails.map(({ id }) => id)
}

/** Makes an email to a contact with this address, waiting or ended. */
async function makeTo(app: TestApp, email: string, overrides: Parameters<typeof makeEmail>[1] = {}) {
  const contact = await buildContact(app, { email })
  return makeEmail(app, { address: email, contactId: contact.id, ...overrides })
}

const ENDED = { stored: { status: 'SENT' } }

describe('GET /emails?search=', () => {
  it('finds email by any part of the address of its contact, waiting or ended, in any case', async () => {
    const app = await inFreshProject(test)
    const waiting = await makeTo(app, 'ann.lee@example.com')
    const ended = await makeTo(app, 'lee-bob@example.com', ENDED)
    await makeTo(app, 'carl@example.com', ENDED)
    expect(await found(app, { search: 'LEE' })).toEqual([ended, waiting])
    expect(await found(app, { search: ' ann.l ' })).toEqual([waiting])
    expect(await found(app, { search: 'a%' })).toEqual([])
  })

  it('finds email by its subject as the author wrote it, in any case', async () => {
    const app = await inFreshProject(test)
    const subject = 'Ihre Bestellung {{ number }} ist unterwegs'
    const waiting = await makeTo(app, newAddress(), { content: { subject } })
    const ended = await makeTo(app, newAddress(), { content: { subject }, ...ENDED })
    await makeTo(app, newAddress(), ENDED)
    expect(await found(app, { search: 'bestellung {{ Num' })).toEqual([ended, waiting])
    expect(await found(app, { search: 'unterwegs' })).toEqual([ended, waiting])
  })

  it('counts an email once that is found by both', async () => {
    const app = await inFreshProject(test)
    const both = await makeTo(app, 'invoice@example.com', { content: { subject: 'Your invoice' }, ...ENDED })
    const one = await makeTo(app, 'ann@example.com', { content: { subject: 'Your invoice' }, ...ENDED })
    expect(await found(app, { search: 'invoice' })).toEqual([one, both])
  })

  it('finds copies, which have no contact', async () => {
    const app = await inFreshProject(test)
    const waiting = await makeEmail(app, { address: 'archive@example.com' })
    const ended = await makeEmail(app, { address: 'the-archive@example.com', ...ENDED })
    expect(await found(app, { search: 'archive' })).toEqual([ended, waiting])
  })

  it('goes together with the other filters', async () => {
    const app = await inFreshProject(test)
    const tagged = await makeTo(app, 'lee@example.com', { stored: { status: 'SENT', tags: ['x'] } })
    const bounced = await makeTo(app, 'lee2@example.com', { stored: { status: 'BOUNCED' } })
    await makeTo(app, 'lee3@example.com')
    expect(await found(app, { search: 'lee', tag: 'x' })).toEqual([tagged])
    expect(await found(app, { search: 'lee', status: 'BOUNCED' })).toEqual([bounced])
  })

  it('finds nothing of another project', async () => {
    const app = await inFreshProject(test)
    await makeTo(app, 'secret@example.com', { content: { subject: 'A secret' }, ...ENDED })
    expect(await found(test, { search: 'secret' })).toEqual([])
  })

  it('pages through the matches of a common text in the same way', async () => {
    const app = await inFreshProject(test)
    const contacts = await buildContacts(app, 1_100, { emailOf: (n) => `common-${n}@example.com` })
    const made: string[] = []
    for (const { id, email } of contacts.slice(0, 5)) {
      made.push(await makeEmail(app, { address: email, contactId: id, ...ENDED }))
    }
    const first = await list(app, { search: 'common', limit: '3' })
    expect([first.emails.map(({ id }) => id), first.total]).toEqual([made.toReversed().slice(0, 3), 5])
    const second = await list(app, { search: 'common', limit: '3', cursor: String(first.cursor) })
    expect(second.emails.map(({ id }) => id)).toEqual(made.toReversed().slice(3))
    expect(await list(app, { search: 'common', total: 'false' })).toMatchObject({ total: null })
  })
})

describe('GET /emails narrowed by template and time', () => {
  it('finds email of a template by its id or its alias', async () => {
    const app = await inFreshProject(test)
    const template = await buildTemplate(app, { alias: 'welcome' })
    const ofTemplate = { template_id: template.id as TemplateId }
    const waiting = await makeEmail(app, { stored: ofTemplate })
    const ended = await makeEmail(app, { stored: { ...ofTemplate, status: 'SENT' } })
    await makeEmail(app, ENDED)
    expect(await found(app, { templateId: template.id })).toEqual([ended, waiting])
    expect(await found(app, { templateId: 'welcome' })).toEqual([ended, waiting])
    expect(await found(app, { templateId: 'no-such-alias' })).toEqual([])
    expect(await found(app, { templateId: template.id, status: 'SENT' })).toEqual([ended])
  })

  it('finds email that was accepted in a range of time, both ends included', async () => {
    const app = await inFreshProject(test)
    const made: { id: string; at: string }[] = []
    for (let n = 0; n < 3; n += 1) {
      const id = await makeEmail(app, n === 2 ? {} : ENDED)
      const { createdAt } = (await call(app, ['GET', `/emails/${id}`])).json<EmailRecord>()
      made.push({ id, at: createdAt })
      test.clock.advance(60_000)
    }
    const [first, second, third] = made as [(typeof made)[0], (typeof made)[0], (typeof made)[0]]
    expect(await found(app, { from: second.at })).toEqual([third.id, second.id])
    expect(await found(app, { to: second.at })).toEqual([second.id, first.id])
    expect(await found(app, { from: second.at, to: second.at })).toEqual([second.id])
    const [day] = first.at.split('T')
    expect(await found(app, { from: day ?? '' })).toEqual([third.id, second.id, first.id])
  })

  it.each([
    [{ from: 'yesterday' }, { from: 'invalid_date' }],
    [{ to: '2026-01-32' }, { to: 'invalid_date' }],
    [{ templateId: 'x'.repeat(256) }, { templateId: 'too_big' }],
  ])('refuses %j', async (query, fields) => {
    const reply = await call(test, ['GET', '/emails'], { query: query as Record<string, string> })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, fields])
  })
})

describe('the plan of a search', () => {
  const EMAILS = 20_000
  const CONTACTS = 10_000
  let app: TestApp

  beforeAll(async () => {
    app = await inFreshProject(test)
    const { db } = test.deps.database
    const contacts = await buildContacts(app, CONTACTS, { emailOf: (n) => `person-${n}@example.com` })
    await sql`
      insert into contents (project_id, id, subject, is_plain, from_email, created_at, used_at)
      select ${app.project.projectId}, gen_random_uuid(), 'Letter ' || n, true, 'shop@shop.test', now(), now()
      from generate_series(1, ${CONTACTS}::int) as n`.execute(db)
    const subjects = ['News', 'Your invoice']
    const contents: string[] = []
    for (const subject of subjects) {
      const id = await makeEmail(app, { content: { subject }, ...ENDED })
      const { rows } = await sql<{
        content_id: string
      }>`select content_id from emails where id = ${id}`.execute(db)
      contents.push(rows[0]?.content_id ?? '')
    }
    const ids = contacts.map(({ id }) => id)
    await fillFrom(contents, ids)
    for (const table of ['emails', 'contacts', 'contents']) {
      await sql`vacuum analyze ${sql.table(table)}`.execute(db)
    }
  })

  /** Ids with the time of an existing email, so that they belong to its month. */
  async function fillFrom(contents: readonly string[], ids: readonly string[]): Promise<void> {
    await sql`
      insert into emails (project_id, id, content_id, contact_id, lane, attempts, status, source, address)
      select ${app.project.projectId}, (left(like_id, 15) || substr(gen_random_uuid()::text, 16))::uuid,
        case when n % 200 = 0 then ${contents[1]}::uuid else ${contents[0]}::uuid end,
        (${ids}::uuid[])[1 + n % ${CONTACTS}::int], 0, 1, 'SENT', 'TRANSACTIONAL', 'person-' || n % ${CONTACTS}::int || '@example.com'
      from generate_series(1, ${EMAILS}::int) as n cross join (
        select id::text as like_id from emails where project_id = ${app.project.projectId} limit 1
      ) as there`.execute(test.deps.database.db)
  }

  type Node = {
    'Node Type': string
    'Relation Name'?: string
    'Index Cond'?: string
    'Total Cost': number
    Plans?: Node[]
  }
  const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

  async function planOf(statement: Parameters<typeof sql.join>[0][number]): Promise<Node[]> {
    const { rows } = await sql<{
      'QUERY PLAN': { Plan: Node }[]
    }>`explain (format json) ${statement}`.execute(test.deps.database.db)
    return nodesOf(rows[0]?.['QUERY PLAN'][0]?.Plan as Node)
  }

  it.each([
    ['an address', 'person-771', 'contact_id'],
    ['a subject', 'invoice', 'content_id'],
  ])('for %s reads no table of emails, contacts or contents from end to end', async (_what, text, column) => {
    const search = { projectId: app.project.projectId, text }
    const candidates = candidatesOf(search)
    const { rows } = await candidates.execute(test.deps.database.db)
    const tables = [
      {
        table: sql.raw('emails'),
        id: sql.raw('id'),
        where: sql`project_id = ${app.project.projectId}`,
        isQueue: false,
      },
    ]
    const page = { limit: 20, before: undefined, isTotalWanted: true }
    const hits = hitsOf({ ...search, candidates: rows[0] as never, tables }, page)
    const nodes = [...(await planOf(candidates)), ...(await planOf(hits))]
    // Other months are empty, and reading nothing is as good as an index.
    const wholly = nodes.filter((node) => node['Node Type'] === 'Seq Scan' && node['Total Cost'] > 1)
    expect(wholly.map((node) => node['Relation Name'])).toEqual([])
    expect(nodes.some((node) => node['Index Cond']?.includes(column))).toBe(true)
  })
})
