import { randomBytes } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  buildContact,
  buildContacts,
  buildImport,
  inFreshProject,
} from '../../../../test/support/factories.ts'
import type { ContactRecord } from '../../../../test/support/factories.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import type { Db } from '../../../platform/db/client.ts'
import { call, errorOf, fieldsOf } from '../../../../test/support/requests.ts'
import type { Reply } from '../../../../test/support/requests.ts'
import { all, buildSegment, memberOf, PRO } from '../../../../test/support/segments.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { buildFilters } from '../../../filter-sources.ts'
import { createExportLimits } from './export-limits.ts'
import { exportContacts } from './export.service.ts'

const test = useTestApp()

const exported = (app: TestApp, query: Record<string, string> = {}): Promise<Reply> =>
  call(app, ['GET', '/contacts/export'], { query })

const emailsOf = (reply: Reply): string[] =>
  (parse(reply.body) as unknown as string[][]).slice(1).map(([email]) => String(email))

/** The fields of a contact that are the same in another project. */
async function contentsOf(app: TestApp): Promise<unknown[]> {
  const reply = await call(app, ['GET', '/contacts'], { query: { limit: '100' } })
  const { contacts } = reply.json<{ contacts: ContactRecord[] }>()
  return contacts
    .map(({ email, subscriptionState, pausedUntil, data }) => ({
      email,
      subscriptionState,
      pausedUntil,
      data,
    }))
    .toSorted((a, b) => (a.email < b.email ? -1 : 1))
}

describe('GET /contacts/export', () => {
  it('is a CSV file with a header, newest first', async () => {
    const app = await inFreshProject(test)
    await buildContact(app, { email: 'ann@example.com', data: { plan: 'pro', age: 40 } })
    await buildContact(app, {
      email: 'bob@example.com',
      subscribed: false,
      data: { city: 'Köln', vip: true },
    })
    const reply = await exported(app)
    expect(reply.statusCode).toBe(200)
    expect(reply.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="contacts.csv"',
    })
    expect(reply.body).toBe(
      'email,subscribed,subscriptionState,pausedUntil,age,city,plan,vip\r\nbob@example.com,false,LEFT,,,Köln,,true\r\nann@example.com,true,SUBSCRIBED,,40,,pro,\r\n',
    )
  })

  it('is a header alone where there is nobody', async () => {
    expect((await exported(await inFreshProject(test))).body).toBe(
      'email,subscribed,subscriptionState,pausedUntil\r\n',
    )
  })

  it('guards what a spreadsheet would run, in cells and in headers', async () => {
    const app = await inFreshProject(test)
    await buildContact(app, {
      email: '=cmd@example.com',
      data: { '@key': '=1+1', b: '+49', c: -5, d: '@x', e: '\tx', f: '\rx', g: 'a=b' },
    })
    expect(parse((await exported(app)).body)).toEqual([
      ['email', 'subscribed', 'subscriptionState', 'pausedUntil', "'@key", 'b', 'c', 'd', 'e', 'f', 'g'],
      ["'=cmd@example.com", 'true', 'SUBSCRIBED', '', "'=1+1", "'+49", "'-5", "'@x", "'\tx", "'\rx", 'a=b'],
    ])
  })

  it('keeps commas, quotes and line breaks inside their cells', async () => {
    const app = await inFreshProject(test)
    const data = {
      'a,b': 'x, y',
      'say "hi"': 'he said "no"',
      lines: 'one\r\ntwo\nthree',
      list: ['a,b', { c: 1 }],
    }
    await buildContact(app, { email: 'ann@example.com', data })
    expect(parse((await exported(app)).body)).toEqual([
      ['email', 'subscribed', 'subscriptionState', 'pausedUntil', 'a,b', 'lines', 'list', 'say "hi"'],
      [
        'ann@example.com',
        'true',
        'SUBSCRIBED',
        '',
        'x, y',
        'one\r\ntwo\nthree',
        '["a,b",{"c":1}]',
        'he said "no"',
      ],
    ])
  })

  it('has everybody once, over several pages', async () => {
    const app = await inFreshProject(test)
    const made = await buildContacts(app, 3200)
    expect(emailsOf(await exported(app))).toEqual(made.map(({ email }) => email).toReversed())
  })

  it('ends where the number of contacts is a whole number of pages', async () => {
    const app = await inFreshProject(test)
    await buildContacts(app, 2000)
    expect(emailsOf(await exported(app))).toHaveLength(2000)
  })

  it('is narrowed by the filters of the list', async () => {
    const app = await inFreshProject(test)
    await buildContact(app, { email: 'in_yes@match.example' })
    await buildContact(app, { email: 'in-no@match.example', subscribed: false })
    await buildContact(app, { email: 'out@other.example' })
    expect(emailsOf(await exported(app, { subscribed: 'false' }))).toEqual(['in-no@match.example'])
    expect(emailsOf(await exported(app, { search: 'MATCH' }))).toEqual([
      'in-no@match.example',
      'in_yes@match.example',
    ])
    expect(emailsOf(await exported(app, { search: '_' }))).toEqual(['in_yes@match.example'])
    expect(emailsOf(await exported(app, { search: 'match', subscribed: 'true' }))).toEqual([
      'in_yes@match.example',
    ])
  })

  it.each<[query: Record<string, string>, fields: Record<string, string>]>([
    [{ subscribed: 'yes' }, { subscribed: 'invalid_enum_value' }],
    [{ search: 'x'.repeat(255) }, { search: 'too_big' }],
    [{ search: '\0' }, { search: 'invalid_string' }],
    [{ email: 'nobody' }, { email: 'invalid_string' }],
    [{ filter: 'plan=pro' }, { filter: 'invalid_string' }],
    [
      { filter: JSON.stringify(all({ ...PRO, operator: 'like' })) },
      { 'filter.conditions.0.operator': 'invalid_enum_value' },
    ],
    [
      { filter: JSON.stringify(all(memberOf('01890000-0000-7000-8000-000000000000'))) },
      { 'filter.conditions.0.value': 'custom' },
    ],
    [{ limit: '5' }, { limit: 'unrecognized_keys' }],
  ])('refuses the filter %j', async (query, fields) => {
    const reply = await exported(test, query)
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, fields])
  })

  it('shows nobody of another project', async () => {
    const app = await inFreshProject(test)
    await buildContact(app, { project: test.other, data: { theirs: 1 } })
    await buildContact(app, { email: 'ours@example.com' })
    expect((await exported(app)).body).toBe(
      'email,subscribed,subscriptionState,pausedUntil\r\nours@example.com,true,SUBSCRIBED,\r\n',
    )
  })
})

/** Three customers, two of whom pay; the last one unsubscribed. */
async function buildCustomers(): Promise<TestApp> {
  const app = await inFreshProject(test)
  await buildContact(app, { email: 'free@example.com', data: { plan: 'free' } })
  await buildContact(app, { email: 'pro@example.com', data: { plan: 'pro' } })
  await buildContact(app, { email: 'gone@example.com', subscribed: false, data: { plan: 'pro' } })
  return app
}

describe('an export with a filter', () => {
  const filter = JSON.stringify(all(PRO))

  it('has those who match, with every column, and combines it with the other parameters', async () => {
    const app = await buildCustomers()
    expect((await exported(app, { filter })).body).toBe(
      'email,subscribed,subscriptionState,pausedUntil,plan\r\ngone@example.com,false,LEFT,,pro\r\npro@example.com,true,SUBSCRIBED,,pro\r\n',
    )
    expect(emailsOf(await exported(app, { filter, subscribed: 'true' }))).toEqual(['pro@example.com'])
    expect(emailsOf(await exported(app, { filter, search: 'GONE' }))).toEqual(['gone@example.com'])
    expect(emailsOf(await exported(app, { email: 'free@example.com' }))).toEqual(['free@example.com'])
    expect(emailsOf(await exported(app, { filter, email: 'free@example.com' }))).toEqual([])
  })

  it('has the members of a segment, whatever its kind', async () => {
    const app = await buildCustomers()
    const dynamic = await buildSegment(app, { filters: all(PRO) })
    const tracked = await buildSegment(app, { filters: all(PRO), trackMembership: true })
    const list = await buildSegment(app, { type: 'STATIC', emails: ['free@example.com', 'gone@example.com'] })
    for (const { id } of [dynamic, tracked]) {
      expect(emailsOf(await exported(app, { segmentId: id }))).toEqual([
        'gone@example.com',
        'pro@example.com',
      ])
    }
    expect(emailsOf(await exported(app, { segmentId: list.id }))).toEqual([
      'gone@example.com',
      'free@example.com',
    ])
    expect(emailsOf(await exported(app, { segmentId: list.id, filter }))).toEqual(['gone@example.com'])
  })

  it.each(['01890000-0000-7000-8000-000000000000', 'not-an-id'])(
    'answers 404 for the segment %s, which there is none of',
    async (segmentId) => {
      const reply = await exported(test, { segmentId })
      expect([reply.statusCode, errorOf(reply).code]).toEqual([404, 'SEGMENT_NOT_FOUND'])
    },
  )

  it('answers 404 for a segment of another project, as if there were none', async () => {
    const theirs = await buildSegment(await buildCustomers(), { filters: all(PRO) })
    const reply = await exported(await inFreshProject(test), { segmentId: theirs.id })
    expect([reply.statusCode, errorOf(reply).code]).toEqual([404, 'SEGMENT_NOT_FOUND'])
    expect(reply.headers['content-type']).toContain('application/json')
  })

  it('asks the filter again for the next ones until all are written, without who was deleted meanwhile', async () => {
    const app = await inFreshProject(test)
    const made = await buildContacts(app, 25, { data: { plan: 'pro' } })
    const { db } = app.deps.database
    const filters = buildFilters(app.deps.database)
    const { projectId } = app.project
    const matching = await filters.matching(db, all(PRO) as never, {
      projectId,
      now: app.clock.now(),
      field: 'filter',
    })
    const lines = await exportContacts(
      db,
      { projectId, filter: { matching }, filters, limits: createExportLimits(), now: app.clock.now() },
      10,
    )
    await call(app, ['DELETE', `/contacts/${made.at(-1)?.id}`])
    let body = ''
    for await (const line of lines) body += line
    expect((parse(body) as unknown as string[][]).slice(1).map(([email]) => email)).toEqual(
      made
        .slice(0, -1)
        .map(({ email }) => email)
        .toReversed(),
    )
  })

  it('has all of a page, whatever its data weighs', async () => {
    const app = await inFreshProject(test)
    const made = await buildContacts(app, 60, { data: { plan: 'pro', note: 'x'.repeat(60_000) } })
    expect(emailsOf(await exported(app, { filter }))).toEqual(made.map(({ email }) => email).toReversed())
  })
})

const keysOf = (count: number, prefix: string, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, value]))

describe('an export of contacts with many keys', () => {
  it('has a column for each of the 200 most frequent, and the others as JSON in one', async () => {
    const app = await inFreshProject(test)
    await buildContacts(app, 2, {
      emailOf: (index) => `common${index}@example.com`,
      data: keysOf(200, 'c', 1),
    })
    const rare = { rare1: 'a, "b"', rare2: ['5', 5, { deep: null }], c5: 7 }
    await buildContact(app, { email: 'rare@example.com', data: rare })
    const [header = [], row = [], second = []] = parse((await exported(app)).body) as unknown as string[][]
    expect(header).toHaveLength(205)
    expect(header.slice(4, 204)).toEqual(Object.keys(keysOf(200, 'c', 1)).toSorted())
    expect(header.at(-1)).toBe('data.*')
    expect(row[0]).toBe('rare@example.com')
    expect(row[header.indexOf('c5')]).toBe('7')
    expect(JSON.parse(row.at(-1) ?? '')).toEqual({ rare1: 'a, "b"', rare2: ['5', 5, { deep: null }] })
    expect(second.at(-1)).toBe('')
  })

  it('has all of a page, whatever its data weighs', async () => {
    const app = await inFreshProject(test)
    // Data of several megabytes, compressed and not, with small data in between.
    const large = Array.from({ length: 60 }, () => randomBytes(20_000).toString('base64'))
    for (const [index, note] of large.entries()) {
      await buildContact(app, { email: `large${index}@example.com`, data: { note } })
      await buildContact(app, { email: `small${index}@example.com` })
    }
    await buildContacts(app, 100, { data: { note: 'x'.repeat(60_000) } })
    const rows = parse((await exported(app)).body) as unknown as string[][]
    expect(rows).toHaveLength(1 + 220)
    expect(new Set(rows.map(([email]) => email)).size).toBe(221)
    expect(rows.filter(([, , , , note = '']) => note.length === 60_000)).toHaveLength(100)
    expect(rows.find(([email]) => email === 'large7@example.com')?.[4]).toBe(large[7])
  })

  it('writes a few thousand cells at a time, in a project with more keys than columns', async () => {
    const app = await inFreshProject(test)
    await buildContacts(app, 1000, { data: { plan: 'pro' } })
    await sql`
      update contacts set data = data || jsonb_build_object('key' || n, n)
      from (select id, row_number() over (order by id) as n from contacts where project_id = ${app.project.projectId}) as numbered
      where contacts.project_id = ${app.project.projectId} and contacts.id = numbered.id`.execute(
      app.deps.database.db,
    )
    const pieces: string[] = []
    for await (const piece of await exportContacts(test.deps.database.db, askedOf(app))) pieces.push(piece)
    expect(pieces.join('').match(/\n/g)).toHaveLength(1001)
    // A chunk ends with the row that has the last of 5,000 cells.
    for (const piece of pieces) expect(piece.split(',').length).toBeLessThan(5_000 + 2 * 204)
  })
})

const askedOf = ({ project: { projectId } }: TestApp) => ({
  projectId,
  filter: {},
  filters: buildFilters(test.deps.database),
  limits: createExportLimits(),
  now: test.clock.now(),
})

describe('many exports at once', () => {
  it('write a piece or two in each round of the event loop, not one each', async () => {
    const app = await inFreshProject(test)
    // Incompressible data, so that all contacts fit into a page: compressed data counts as the largest possible.
    await buildContacts(app, 200, { data: { text: randomBytes(1_500).toString('base64') } })
    const asked = askedOf(app)
    let pieces = 0
    const read = async () => {
      // The header and the first chunk come with the answers of the database, without waiting for a turn.
      let own = -2
      for await (const _piece of await exportContacts(test.deps.database.db, asked)) {
        own += 1
        if (own > 0) pieces += 1
      }
    }
    let isOver = false
    const all = Promise.all(Array.from({ length: 20 }, read)).finally(() => (isOver = true))
    const inRounds: number[] = []
    while (!isOver) {
      const before = pieces
      await nextTurn()
      inRounds.push(pieces - before)
    }
    await all
    expect(pieces).toBeGreaterThan(400)
    // One export or two, each with the rest of its page, depending on the rounds of this loop. Without turns it is twenty.
    expect(Math.max(...inRounds)).toBeLessThanOrEqual(4)
  })

  it('read two pages of a project at a time, and leave the connections to others', async () => {
    const app = await inFreshProject(test)
    await buildContacts(app, 10)
    const { db } = test.deps.database
    const trx = await db.startTransaction().execute()
    await sql`lock table contacts in access exclusive mode`.execute(trx)
    const all = Array.from({ length: 30 }, () => exported(app))
    onTestFinished(() => (trx.isCommitted ? undefined : trx.rollback().execute()))
    await eventually(async () => expect(await countWaiting(db)).toBe(2))
    for (let asked = 0; asked < 5; asked += 1) {
      expect((await call(app, ['GET', '/project'], { key: test.other.secretKey })).statusCode).toBe(200)
    }
    expect(await countWaiting(db)).toBe(2)
    await trx.commit().execute()
    expect((await Promise.all(all)).map(({ statusCode }) => statusCode)).toEqual(all.map(() => 200))
  })

  it('are fifty per project; one more is told to wait', async () => {
    const limits = createExportLimits()
    const { projectId } = test.project
    const open = Array.from({ length: 50 }, () => limits.open(projectId))
    expect(() => limits.open(projectId)).toThrow('50 exports')
    limits.open(test.other.projectId)()
    open[0]?.()
    limits.open(projectId)()
  })

  it('that are closed in the middle leave their place', async () => {
    const app = await inFreshProject(test)
    await buildContacts(app, 300, { data: { text: 'x'.repeat(20_000) } })
    const url = await test.app.listen({ host: '127.0.0.1', port: 0 })
    for (let round = 0; round < 60; round += 1) {
      const leaving = new AbortController()
      const headers = { authorization: `Bearer ${app.project.secretKey}` }
      const reply = await fetch(`${url}/contacts/export`, { headers, signal: leaving.signal })
      expect(reply.status).toBe(200)
      leaving.abort()
    }
  })
})

const countWaiting = async (db: Db) => {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length
}

describe('an export that is imported into another project', () => {
  it('makes equal contacts of those with many keys', async () => {
    const from = await inFreshProject(test)
    const to = await inFreshProject(test)
    await buildContact(from, { email: 'common@example.com', data: keysOf(200, 'c', 'x') })
    await buildContact(from, { email: 'common2@example.com', data: keysOf(200, 'c', 'x') })
    await buildContact(from, {
      email: 'rare@example.com',
      data: {
        text: '5',
        empty: '',
        list: [1, 'a'],
        object: { a: { b: null } },
        '=1': '=2',
        '': 'no name',
        'data.*': 'own',
        email: 'own',
        constructor: 'x',
        '😀': '"\\,\n',
        c1: 3,
      },
    })
    const { body } = await exported(from)
    const job = await buildImport(to, body)
    expect(job).toMatchObject({ status: 'DONE', progress: { done: 3, failed: 0 } })
    expect(await contentsOf(to)).toEqual(await contentsOf(from))
  })

  it('makes equal contacts', async () => {
    const from = await inFreshProject(test)
    const to = await inFreshProject(test)
    await buildContact(from, { email: 'plain@example.com' })
    await buildContact(from, { email: 'off@example.com', subscribed: false, data: { age: 40, vip: false } })
    await buildContact(from, {
      email: "'+1@example.com",
      data: { zip: '01067', big: '12345678901234567890' },
    })
    await buildContact(from, {
      email: '-x@example.com',
      data: { a: '=1', b: "'=1", c: "''@", d: -0.5, e: "'", f: '\t' },
    })
    await buildContact(from, {
      email: '"a..b"@example.com',
      data: {
        'x,y': 'a, "b"\r\n\r\nc',
        'p|q|r|s': '|',
        'tab\tkey': '\ta\tb',
        ';': ';',
        '"': '"',
        '=key': 1,
        "'=key": 2,
      },
    })
    await buildContact(from, {
      email: 'keys@example.com',
      data: {
        email: 'own',
        Subscribed: 'too',
        subscriptionState: 'PENDING',
        pausedUntil: 'tomorrow',
        'data.email': 1,
        'data.x': 2,
        'data.*': 'star',
        'data.data.*': 'stars',
        constructor: 3,
        '😀': ' 😀 ',
      },
    })
    const { body } = await exported(from)
    const job = await buildImport(to, body)
    expect(job).toMatchObject({ status: 'DONE', progress: { done: 6, total: 6, failed: 0 } })
    expect(await contentsOf(to)).toEqual(await contentsOf(from))
    expect((await exported(to)).body.split('\r\n').toSorted()).toEqual(body.split('\r\n').toSorted())
  })
})
