import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { buildKey, inFreshProject, newAddress } from '../../../test/support/factories.ts'
import { runJob } from '../../../test/support/jobs.ts'
import { call, errorOf, fieldsOf } from '../../../test/support/requests.ts'
import type { CallOptions, Reply } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { foldCounters } from '../../platform/db/counters.ts'
import type { NewSuppression } from './index.ts'
import { suppress } from './index.ts'
import { forgetEndedJob } from './suppressions.jobs.ts'
import type { Suppression } from './suppressions.schema.ts'

type SuppressionRecord = z.infer<typeof Suppression>
type ListAnswer = {
  suppressions: SuppressionRecord[]
  cursor: string | null
  hasMore: boolean
  total: number | null
}

const UNKNOWN = '01890000-0000-7000-8000-000000000000'
const HOUR_MS = 3_600_000

const test = useTestApp()

async function list(app: TestApp, query: Record<string, string> = {}): Promise<ListAnswer> {
  const reply = await call(app, ['GET', '/suppressions'], { query })
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json<ListAnswer>()
}

const emailsOf = ({ suppressions }: ListAnswer) => suppressions.map(({ email }) => email)

const add = (app: TestApp, body: unknown, options: CallOptions = {}): Promise<Reply> =>
  call(app, ['POST', '/suppressions'], { ...options, body })

/** Suppresses as another feature does. */
async function suppressIn(app: TestApp, given: Partial<NewSuppression>[]): Promise<void> {
  const { projectId } = app.project
  const whole = given.map((one) => ({
    projectId,
    email: newAddress(),
    reason: 'hard_bounce' as const,
    source: 'smtp reply',
    ...one,
  }))
  await suppress(app.deps.database.db, whole, app.clock.now())
}

const inHours = (hours: number) => new Date(test.clock.now().getTime() + hours * HOUR_MS)

describe('POST /suppressions', () => {
  it('puts an address on the list, in its canonical form', async () => {
    const app = await inFreshProject(test)
    const reply = await add(app, { email: '  Ann@EXAMPLE.com ' })
    expect(reply.statusCode).toBe(201)
    const record = reply.json<SuppressionRecord>()
    expect(record).toEqual({
      id: expect.any(String) as string,
      email: 'ann@example.com',
      reason: 'manual',
      source: 'api',
      createdAt: expect.any(String) as string,
      expiresAt: null,
    })
    expect(await list(app)).toEqual({ suppressions: [record], cursor: null, hasMore: false, total: 1 })
  })

  it('answers 200 with the record when the address is there already', async () => {
    const app = await inFreshProject(test)
    const first = await add(app, { email: 'ann@example.com' })
    const second = await add(app, { email: 'ANN@example.com', reason: 'manual' })
    expect([second.statusCode, second.json()]).toEqual([200, first.json()])
    expect(await list(app)).toMatchObject({ total: 1 })
  })

  it.each(['complaint', 'hard_bounce'] as const)('does not weaken a %s', async (reason) => {
    const app = await inFreshProject(test)
    await suppressIn(app, [{ email: 'ann@example.com', reason, source: 'bounce' }])
    const reply = await add(app, { email: 'ann@example.com' })
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toMatchObject({ reason, source: 'bounce' })
  })

  it.each(['hard_bounce', 'complaint', 'soft_bounces'] as const)(
    'takes the reason %s that another provider found',
    async (reason) => {
      const email = newAddress()
      const reply = await add(test, { email, reason })
      expect([reply.statusCode, reply.json()]).toMatchObject([201, { email, reason, source: 'api' }])
    },
  )

  it('makes a temporary suppression permanent', async () => {
    const app = await inFreshProject(test)
    const email = newAddress()
    await suppressIn(app, [{ email, reason: 'soft_bounces', expiresAt: inHours(1) }])
    const reply = await add(app, { email })
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toMatchObject({ reason: 'manual', source: 'api', expiresAt: null })
  })

  it('creates one record for many concurrent requests', async () => {
    const app = await inFreshProject(test)
    const replies = await Promise.all(Array.from({ length: 8 }, () => add(app, { email: 'ann@example.com' })))
    expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1)
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(7)
    expect(new Set(replies.map((reply) => reply.json<SuppressionRecord>().id)).size).toBe(1)
    expect(await list(app)).toMatchObject({ total: 1 })
  })

  it('keeps the lists of projects apart', async () => {
    const [one, other] = [await inFreshProject(test), await inFreshProject(test)]
    expect((await add(one, { email: 'ann@example.com' })).statusCode).toBe(201)
    expect(await list(other)).toMatchObject({ suppressions: [], total: 0 })
    expect((await add(other, { email: 'ann@example.com' })).statusCode).toBe(201)
  })

  it.each<[body: unknown, fields: Record<string, string>]>([
    [{}, { email: 'required' }],
    [{ email: 'ann' }, { email: 'invalid_string' }],
    [{ email: 5 }, { email: 'invalid_type' }],
    [{ email: 'a@example.com\n' }, { email: 'invalid_string' }],
    [{ email: 'a@example.com', reason: 'spam' }, { reason: 'invalid_enum_value' }],
    [{ email: 'bounced@inbox.lettermill.test' }, { email: 'reserved' }],
    [{ email: 'Ann+x@INBOX.lettermill.test' }, { email: 'reserved' }],
    [
      { email: 'a@inbox.lettermill.test', reason: 'x' },
      { email: 'reserved', reason: 'invalid_enum_value' },
    ],
  ])('refuses %j', async (body, fields) => {
    const reply = await add(test, body)
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, fields])
  })

  it('takes an address whose domain only looks like that of the test recipients', async () => {
    expect((await add(test, { email: 'ann@my-inbox.lettermill.test' })).statusCode).toBe(201)
  })

  it('repeats its answer to a repeated request', async () => {
    const app = await inFreshProject(test)
    const headers = { 'idempotency-key': 'once' }
    const first = await add(app, { email: 'ann@example.com' }, { headers })
    const again = await add(app, { email: 'ann@example.com' }, { headers })
    expect([again.statusCode, again.json()]).toEqual([201, first.json()])
    expect(again.headers['idempotency-replayed']).toBe('true')
  })
})

describe('GET /suppressions', () => {
  it('pages newest first and ends exactly where a page is full', async () => {
    const app = await inFreshProject(test)
    const emails = ['a@x.example', 'b@x.example', 'c@x.example', 'd@x.example']
    for (const email of emails) await add(app, { email })
    const first = await list(app, { limit: '2' })
    expect([emailsOf(first), first.hasMore, first.total]).toEqual([['d@x.example', 'c@x.example'], true, 4])
    const last = await list(app, { limit: '2', cursor: String(first.cursor) })
    expect([emailsOf(last), last.hasMore, last.cursor]).toEqual([['b@x.example', 'a@x.example'], false, null])
  })

  it('counts exactly with every filter', async () => {
    const app = await inFreshProject(test)
    await suppressIn(app, [
      { email: 'ann@shop.example' },
      { email: 'bob@shop.example', reason: 'complaint' },
      { email: '50%_off@shop.example', reason: 'complaint' },
      { email: 'ann@news.example', reason: 'manual' },
    ])
    const totals = async (query: Record<string, string>) => (await list(app, query)).total
    expect(await totals({})).toBe(4)
    expect(await totals({ search: '' })).toBe(4)
    expect(await totals({ reason: 'complaint' })).toBe(2)
    expect(await totals({ search: 'SHOP.example' })).toBe(3)
    expect(await totals({ search: 'ann', reason: 'hard_bounce' })).toBe(1)
    expect(await totals({ search: '%' })).toBe(1)
    expect(await totals({ search: 'n_@' })).toBe(0)
    expect(await totals({ search: 'ann', total: 'false' })).toBeNull()
    expect(emailsOf(await list(app, { search: ' Bob@ ' }))).toEqual(['bob@shop.example'])
  })

  it.each<[query: Record<string, string>, fields: Record<string, string>]>([
    [{ limit: '0' }, { limit: 'too_small' }],
    [{ limit: '101' }, { limit: 'too_big' }],
    [{ reason: 'spam' }, { reason: 'invalid_enum_value' }],
    [{ search: 'x'.repeat(255) }, { search: 'too_big' }],
    [{ search: 'a\0' }, { search: 'invalid_string' }],
    [{ total: 'x' }, { total: 'invalid_enum_value' }],
  ])('refuses %j', async (query, fields) => {
    const reply = await call(test, ['GET', '/suppressions'], { query })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, fields])
  })

  it('refuses a cursor of another project', async () => {
    const app = await inFreshProject(test)
    for (let n = 0; n < 2; n += 1) await add(app, { email: newAddress() })
    const { cursor } = await list(app, { limit: '1' })
    const reply = await call(test, ['GET', '/suppressions'], { query: { cursor: String(cursor) } })
    expect([reply.statusCode, errorOf(reply).code]).toEqual([400, 'BAD_REQUEST'])
  })
})

describe('one suppression', () => {
  it('is read and lifted by its id', async () => {
    const app = await inFreshProject(test)
    const record = (await add(app, { email: newAddress() })).json<SuppressionRecord>()
    const url = `/suppressions/${record.id}`
    expect((await call(app, ['GET', url])).json()).toEqual(record)
    const gone = await call(app, ['DELETE', url])
    expect([gone.statusCode, gone.body]).toEqual([204, ''])
    expect(await list(app)).toEqual({ suppressions: [], cursor: null, hasMore: false, total: 0 })
    for (const method of ['GET', 'DELETE'] as const) {
      const reply = await call(app, [method, url])
      expect([reply.statusCode, errorOf(reply).code]).toEqual([404, 'RESOURCE_NOT_FOUND'])
    }
    expect((await add(app, { email: record.email })).statusCode).toBe(201)
  })

  it.each(['GET', 'DELETE'] as const)('of another project is unknown to %s', async (method) => {
    const theirs = await add(test, { email: newAddress() }, { key: test.other.secretKey })
    const url = `/suppressions/${theirs.json<SuppressionRecord>().id}`
    const unknown = await call(test, [method, `/suppressions/${UNKNOWN}`])
    const foreign = await call(test, [method, url])
    expect([foreign.statusCode, errorOf(foreign).message]).toEqual([404, errorOf(unknown).message])
    expect((await call(test, ['GET', url], { key: test.other.secretKey })).statusCode).toBe(200)
    expect((await call(test, [method, '/suppressions/not-an-id'])).statusCode).toBe(404)
  })
})

describe('a suppression that has ended', () => {
  let app: TestApp
  let ended: SuppressionRecord
  beforeAll(async () => {
    app = await inFreshProject(test)
    const [lasting, passing] = [newAddress(), newAddress()]
    await suppressIn(app, [
      { email: lasting },
      { email: passing, reason: 'soft_bounces', expiresAt: inHours(1) },
    ])
    ended = (await list(app, { search: passing })).suppressions[0] as SuppressionRecord
    // The clock is that of the database.
    await sql`update suppressions set expires_at = now() where id = ${ended.id}`.execute(
      test.deps.database.db,
    )
  })

  it('was in force before', () => {
    expect(ended).toMatchObject({ reason: 'soft_bounces', expiresAt: expect.any(String) as string })
  })

  it('is neither shown, found, counted nor deleted', async () => {
    expect(await list(app)).toMatchObject({ suppressions: [{ reason: 'hard_bounce' }], total: 1 })
    expect(await list(app, { reason: 'soft_bounces' })).toMatchObject({ suppressions: [], total: 0 })
    for (const method of ['GET', 'DELETE'] as const) {
      expect((await call(app, [method, `/suppressions/${ended.id}`])).statusCode).toBe(404)
    }
  })

  it('gives way to a new one with an id of its own', async () => {
    const other = await inFreshProject(test)
    await suppressIn(other, [{ email: ended.email, reason: 'complaint', expiresAt: inHours(-1) }])
    const reply = await add(other, { email: ended.email })
    expect(reply.statusCode).toBe(201)
    expect(reply.json()).toMatchObject({ reason: 'manual', source: 'api', expiresAt: null })
    expect(await list(other)).toMatchObject({ suppressions: [reply.json()], total: 1 })
  })

  it('is removed by upkeep, once, and the total stays right', async () => {
    for (let run = 0; run < 2; run += 1) {
      await runJob(test.deps, forgetEndedJob, { payload: {} })
      await foldCounters(test.deps.database.db)
      expect(await list(app)).toMatchObject({ total: 1 })
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from suppressions where project_id = ${app.project.projectId}`.execute(
        test.deps.database.db,
      )
      expect(rows[0]?.count).toBe(1)
    }
  })
})

type Endpoint = { route: Parameters<typeof call>[1]; needs: 'read' | 'full'; body?: unknown }

const ENDPOINTS: Endpoint[] = [
  { route: ['GET', '/suppressions'], needs: 'read' },
  { route: ['POST', '/suppressions'], needs: 'full', body: { email: 'ann@example.com' } },
  { route: ['POST', '/suppressions/import'], needs: 'full' },
  { route: ['GET', `/suppressions/${UNKNOWN}`], needs: 'read' },
  { route: ['DELETE', `/suppressions/${UNKNOWN}`], needs: 'full' },
]

describe.each(ENDPOINTS.map((one) => ({ name: one.route.join(' '), ...one })))('$name', (endpoint) => {
  const { route, needs, body } = endpoint
  const ask = async (key: string | null) => {
    const reply = await call(test, route, { key, ...(body !== undefined && { body }) })
    return { status: reply.statusCode, code: reply.statusCode < 400 ? '' : errorOf(reply).code }
  }

  it('asks for a key, and for one that is known', async () => {
    expect(await ask(null)).toEqual({ status: 401, code: 'MISSING_AUTH' })
    expect(await ask(`sk_${'x'.repeat(40)}`)).toEqual({ status: 401, code: 'INVALID_API_KEY' })
  })

  it('refuses the public key and one that may only send', async () => {
    expect(await ask(test.project.publicKey)).toEqual({ status: 403, code: 'FORBIDDEN' })
    expect(await ask(await buildKey(test, { scopes: ['send'] }))).toEqual({ status: 403, code: 'FORBIDDEN' })
  })

  it('lets a key that may only read do that and no more', async () => {
    const { status } = await ask(await buildKey(test, { scopes: ['read'] }))
    expect(needs === 'full' ? [403] : [200, 404]).toContain(status)
  })
})

describe('the order of GET /suppressions', () => {
  const pages = async (app: TestApp, query: Record<string, string>): Promise<string[]> => {
    const seen: string[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await list(app, { limit: '2', ...query, ...(cursor !== undefined && { cursor }) })
      seen.push(...emailsOf(page))
      cursor = page.cursor
    }
    return seen
  }

  it('is by creation or by address, both ways, page by page and with filters', async () => {
    const app = await inFreshProject(test)
    const made = ['c@x.example', 'a@x.example', 'd@y.example', 'b@x.example', 'e@x.example']
    for (const email of made) await add(app, { email })
    expect(await pages(app, {})).toEqual(made.toReversed())
    expect(await pages(app, { sort: 'createdAt' })).toEqual(made)
    expect(await pages(app, { sort: 'email' })).toEqual(made.toSorted())
    expect(await pages(app, { sort: '-email' })).toEqual(made.toSorted().toReversed())
    const narrowed = await pages(app, { sort: 'email', search: '@X.', reason: 'manual' })
    expect(narrowed).toEqual(['a@x.example', 'b@x.example', 'c@x.example', 'e@x.example'])
  })

  it('refuses unknown orders, and cursors of another order', async () => {
    const app = await inFreshProject(test)
    for (const email of ['a@x.example', 'b@x.example']) await add(app, { email })
    const { cursor } = await list(app, { sort: 'email', limit: '1' })
    const foreign = await call(app, ['GET', '/suppressions'], { query: { cursor: cursor ?? '' } })
    expect([foreign.statusCode, errorOf(foreign).code]).toEqual([400, 'BAD_REQUEST'])
    const unknown = await call(app, ['GET', '/suppressions'], { query: { sort: 'reason' } })
    expect(fieldsOf(unknown)).toEqual({ sort: 'invalid_enum_value' })
  })
})
