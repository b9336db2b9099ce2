import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { inTransaction } from '../../../platform/db/client.ts'
import type { ContactId } from '../../../platform/ids.ts'
import { recordEvent } from '../../events/index.ts'
import { whileFiltersAreTooSlow } from '../../../../test/support/database/held-contacts.ts'
import { buildContact, inFreshProject, readJob } from '../../../../test/support/factories.ts'
import type { ContactRecord, JobRecord } from '../../../../test/support/factories.ts'
import { drain } from '../../../../test/support/jobs.ts'
import { call, errorOf, fieldsOf } from '../../../../test/support/requests.ts'
import type { Reply } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'

type ListAnswer = { contacts: ContactRecord[]; cursor: string | null; hasMore: boolean; total: number | null }

const test = useTestApp()

const and = (...conditions: unknown[]) => ({ operator: 'AND', conditions })
const PRO = { field: 'data.plan', operator: 'equals', value: 'pro' }
const NOT_PRO = { field: 'data.plan', operator: 'notEquals', value: 'pro' }

const ask = (app: TestApp, filter: unknown, query: Record<string, string> = {}): Promise<Reply> =>
  call(app, ['GET', '/contacts'], {
    query: { filter: typeof filter === 'string' ? filter : JSON.stringify(filter), ...query },
  })

async function list(app: TestApp, filter: unknown, query: Record<string, string> = {}): Promise<ListAnswer> {
  const reply = await ask(app, filter, query)
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json<ListAnswer>()
}

const idsOf = ({ contacts }: ListAnswer) => contacts.map(({ id }) => id)

/** A project with customers of two plans, in turn. */
async function buildPlans(count: number): Promise<{ app: TestApp; pros: string[] }> {
  const app = await inFreshProject(test)
  const pros: string[] = []
  for (let index = 0; index < count; index += 1) {
    const isPro = index % 2 === 0
    const { id } = await buildContact(app, { data: { plan: isPro ? 'pro' : 'free', number: index } })
    if (isPro) pros.unshift(id)
  }
  return { app, pros }
}

describe('GET /contacts with a filter', () => {
  it('shows those who match, newest first, with their number', async () => {
    const { app, pros } = await buildPlans(6)
    const answer = await list(app, and(PRO))
    expect(idsOf(answer)).toEqual(pros)
    expect(answer).toMatchObject({ total: 3, hasMore: false, cursor: null })
  })

  it('includes those without the field where the condition is negative', async () => {
    const { app } = await buildPlans(2)
    const { id } = await buildContact(app)
    const answer = await list(app, and(NOT_PRO))
    expect(answer.total).toBe(2)
    expect(idsOf(answer)[0]).toBe(id)
  })

  it('goes on from page to page, with the total and without', async () => {
    const { app, pros } = await buildPlans(10)
    for (const total of ['true', 'false']) {
      const first = await list(app, and(PRO), { limit: '2', total })
      const second = await list(app, and(PRO), { limit: '2', total, cursor: String(first.cursor) })
      const third = await list(app, and(PRO), { limit: '2', total, cursor: String(second.cursor) })
      expect([first, second, third].flatMap(idsOf)).toEqual(pros)
      expect([first.total, third.hasMore]).toEqual([total === 'true' ? 5 : null, false])
    }
  })

  it('is combined with the other parameters', async () => {
    const { app } = await buildPlans(2)
    const { id, email } = await buildContact(app, { data: { plan: 'pro' }, subscribed: false })
    expect(idsOf(await list(app, and(PRO), { subscribed: 'false' }))).toEqual([id])
    expect(idsOf(await list(app, and(PRO), { email }))).toEqual([id])
    expect(await list(app, and(PRO), { search: email })).toMatchObject({ total: 1 })
    expect(await list(app, and(NOT_PRO), { email })).toMatchObject({ contacts: [], total: 0 })
  })

  it('counts windows of time from the clock of the server', async () => {
    const app = await inFreshProject(test)
    const day = 86_400_000
    const endsAt = new Date(app.clock.now().getTime() + 2 * day).toISOString()
    await buildContact(app, { data: { trialEndsAt: endsAt } })
    const ending = (amount: number) =>
      and({ field: 'data.trialEndsAt', operator: 'withinNext', value: { amount, unit: 'days' } })
    expect(await list(app, ending(3))).toMatchObject({ total: 1 })
    expect(await list(app, ending(1))).toMatchObject({ total: 0 })
  })

  it('never shows contacts of another project', async () => {
    const { app } = await buildPlans(1)
    const other = await inFreshProject(test)
    const anybody = { operator: 'OR', conditions: [PRO, NOT_PRO] }
    expect(await list(other, anybody)).toMatchObject({ contacts: [], total: 0 })
    expect(await list(app, anybody)).toMatchObject({ total: 1 })
  })

  const deep = [1, 2, 3, 4, 5].reduce((inner: unknown) => and(inner), and(PRO))

  it.each<[what: string, filter: unknown, fields: Record<string, string>]>([
    ['no text', '', { filter: 'invalid_string' }],
    ['no JSON', 'plan=pro', { filter: 'invalid_string' }],
    ['half of a JSON', '{"operator":', { filter: 'invalid_string' }],
    ['JSON of another kind', '"pro"', { filter: 'invalid_type' }],
    ['null', 'null', { filter: 'invalid_type' }],
    ['more than 8000 characters', and({ ...PRO, value: 'x'.repeat(8000) }), { filter: 'too_big' }],
    ['many brackets', '['.repeat(8000), { filter: 'invalid_string' }],
    [
      'the simple form of bulk actions',
      { subscribed: true },
      { 'filter.operator': 'required', 'filter.conditions': 'required', filter: 'unrecognized_keys' },
    ],
    ['no conditions', and(), { 'filter.conditions': 'too_small' }],
    ['an unknown field', and({ ...PRO, field: 'plan' }), { 'filter.conditions.0.field': 'invalid_string' }],
    ['data. alone', and({ ...PRO, field: 'data.' }), { 'filter.conditions.0.field': 'invalid_string' }],
    ['NUL in a path', and({ ...PRO, field: 'data.a\0' }), { 'filter.conditions.0.field': 'invalid_string' }],
    ['NUL in a value', and({ ...PRO, value: '\0' }), { 'filter.conditions.0.value': 'invalid_string' }],
    ['half a character', and({ ...PRO, value: '\ud800' }), { 'filter.conditions.0.value': 'invalid_string' }],
    [
      'a number that is none',
      `{"operator":"AND","conditions":[{"field":"data.a","operator":"equals","value":1e400}]}`,
      { 'filter.conditions.0.value': 'invalid_type' },
    ],
    [
      'an unknown operator',
      and({ ...PRO, operator: 'like' }),
      { 'filter.conditions.0.operator': 'invalid_enum_value' },
    ],
    [
      'an operator that does not fit',
      and({ field: 'subscribed', operator: 'contains', value: 'x' }),
      { 'filter.conditions.0.operator': 'invalid_enum_value' },
    ],
    [
      'a value of the wrong type',
      and(PRO, { field: 'subscribed', operator: 'equals', value: 'yes' }),
      { 'filter.conditions.1.value': 'invalid_type' },
    ],
    [
      'six levels',
      deep,
      { 'filter.conditions.0.conditions.0.conditions.0.conditions.0.conditions.0': 'too_big' },
    ],
    [
      '101 conditions',
      and(...Array.from({ length: 101 }, () => ({ field: 'data.a', operator: 'exists' }))),
      { 'filter.conditions': 'too_big' },
    ],
    [
      'a segment',
      and({ field: 'segment', operator: 'memberOf', value: 'x' }),
      { 'filter.conditions.0.value': 'invalid_string' },
    ],
  ])('refuses %s', async (_what, filter, fields) => {
    const reply = await ask(test, filter)
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, fields])
  })

  it.each([`'`, '"', '.', '*', '%', '_', '(', '[', '$1', ';--', '{}', '👩‍🚀'])(
    'takes %s in a key and in a value as it is',
    async (sign) => {
      const app = await inFreshProject(test)
      const key = `a${sign}b`
      const { id } = await buildContact(app, { data: { [key]: `x${sign}y` } })
      await buildContact(app, { data: { [key]: 'xzy', axb: `x${sign}y` } })
      const field = `data.${key.replace('.', String.raw`\.`)}`
      for (const [operator, value] of [
        ['equals', `x${sign}y`],
        ['contains', sign],
        ['startsWith', `x${sign}`],
        ['endsWith', `${sign}y`],
        ['in', [`x${sign}y`]],
      ]) {
        expect(idsOf(await list(app, and({ field, operator, value })))).toEqual([id])
      }
    },
  )
})

describe('GET /contacts with a filter on events', () => {
  const track = async (app: TestApp, email: string, data: Record<string, unknown>) => {
    const reply = await call(app, ['POST', '/v1/track'], { body: { email, event: 'order.paid', data } })
    if (reply.statusCode !== 200) throw new Error(reply.body)
  }
  const PAID = { field: 'event.order.paid', operator: 'triggered' }

  it('finds who did something so often, in the last days, and with such data', async () => {
    const app = await inFreshProject(test)
    const often = await buildContact(app)
    const once = await buildContact(app)
    const never = await buildContact(app)
    await track(app, often.email, { amount: 10 })
    await track(app, often.email, { amount: 80 })
    await track(app, once.email, { amount: 20 })
    const found = async (condition: object) => idsOf(await list(app, and(condition)))
    expect(await found(PAID)).toEqual([once.id, often.id])
    expect(await found({ ...PAID, operator: 'notTriggered' })).toEqual([never.id])
    expect(await found({ ...PAID, count: { atLeast: 2 } })).toEqual([often.id])
    expect(await found({ ...PAID, count: { atLeast: 0, atMost: 1 } })).toEqual([never.id, once.id])
    const large = { field: 'data.amount', operator: 'greaterThan', value: 50 }
    expect(await found({ ...PAID, where: [large] })).toEqual([often.id])
    const day = { amount: 1, unit: 'days' }
    expect(await found({ ...PAID, within: day })).toEqual([once.id, often.id])
    app.clock.advance(86_400_000 + 1000)
    expect(await found({ ...PAID, within: day })).toEqual([])
    app.clock.advance(-86_400_000 - 1000)
  })

  it('counts opens by people, not by machines', async () => {
    const app = await inFreshProject(test)
    const [reader, scanned] = [await buildContact(app), await buildContact(app)]
    for (const [contact, verdict] of [
      [reader, 'human'],
      [scanned, 'machine'],
    ] as const) {
      await inTransaction(app.deps.database.db, (trx) =>
        recordEvent(trx, {
          projectId: app.project.projectId,
          name: 'email.opened',
          contactId: contact.id as ContactId,
          data: { verdict },
          now: app.clock.now(),
        }),
      )
    }
    const opened = { field: 'emailActivity.opened', operator: 'triggered' }
    expect(idsOf(await list(app, and(opened)))).toEqual([reader.id])
    expect(idsOf(await list(app, and({ ...opened, operator: 'notTriggered' })))).toEqual([scanned.id])
  })

  it('never counts events of another project', async () => {
    const app = await inFreshProject(test)
    const other = await inFreshProject(test)
    const { email } = await buildContact(app)
    await track(other, email, {})
    expect(await list(app, and(PAID))).toMatchObject({ total: 0 })
    expect(await list(other, and(PAID))).toMatchObject({ total: 1 })
  })
})

describe('a filter that takes too long', () => {
  it('is stopped, and answered with 400', async () => {
    const { app } = await buildPlans(1)
    const reply = await whileFiltersAreTooSlow(app, () => ask(app, and(PRO)))
    expect([reply.statusCode, errorOf(reply).code]).toEqual([400, 'BAD_REQUEST'])
    expect(errorOf(reply).message).toContain('takes too long')
    expect(errorOf(reply).suggestion).toContain('total=false')
    expect(await list(app, and(PRO))).toMatchObject({ total: 1 })
  })
})

describe('POST /contacts/bulk with a filter tree', () => {
  async function done(app: TestApp, body: unknown): Promise<JobRecord> {
    const reply = await call(app, ['POST', '/contacts/bulk'], { body })
    if (reply.statusCode !== 202) throw new Error(reply.body)
    await drain(app.deps)
    return readJob(app, reply.json<{ jobId: string }>().jobId)
  }

  it('acts on those who match, and on no other', async () => {
    const { app, pros } = await buildPlans(6)
    const job = await done(app, { action: 'delete', filter: and(PRO) })
    expect(job).toMatchObject({ status: 'DONE', progress: { done: 3, total: 3, failed: 0 } })
    const left = (await call(app, ['GET', '/contacts'])).json<ListAnswer>()
    expect(left.total).toBe(3)
    expect(idsOf(left).filter((id) => pros.includes(id))).toEqual([])
  })

  it('counts windows of time from the call, however late the job runs', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildContact(app)
    const filter = and({ field: 'createdAt', operator: 'within', value: { amount: 1, unit: 'hours' } })
    const reply = await call(app, ['POST', '/contacts/bulk'], { body: { action: 'unsubscribe', filter } })
    app.clock.advance(2 * 3_600_000)
    await drain(app.deps)
    expect(reply.json()).toMatchObject({ progress: { total: 1 } })
    const { rows } = await sql<{
      subscribed: boolean
    }>`select subscribed from contacts where id = ${id}`.execute(app.deps.database.db)
    expect(rows).toEqual([{ subscribed: false }])
  })

  it('passes over contacts that no longer match when their turn comes', async () => {
    const { app, pros } = await buildPlans(2)
    await call(app, ['POST', '/contacts/bulk'], { body: { action: 'delete', filter: and(PRO) } })
    await call(app, ['PATCH', `/contacts/${pros[0]}`], { body: { data: { plan: 'free' } } })
    await drain(app.deps)
    expect((await call(app, ['GET', '/contacts'])).json()).toMatchObject({ total: 2 })
  })

  it.each<[filter: unknown, fields: Record<string, string>]>([
    [{ operator: 'AND' }, { 'filter.conditions': 'required' }],
    [{ conditions: [PRO] }, { 'filter.operator': 'required' }],
    [{ ...and(PRO), search: 'x' }, { filter: 'unrecognized_keys' }],
    [and({ ...PRO, vlaue: 1 }), { 'filter.conditions.0': 'unrecognized_keys' }],
    [and({ ...PRO, operator: 'is' }), { 'filter.conditions.0.operator': 'invalid_enum_value' }],
    [and({ field: 'data.a' }), { 'filter.conditions.0.operator': 'required' }],
  ])('refuses %j and deletes nobody', async (filter, fields) => {
    const { app } = await buildPlans(1)
    const reply = await call(app, ['POST', '/contacts/bulk'], { body: { action: 'delete', filter } })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, fields])
    await drain(app.deps)
    expect((await call(app, ['GET', '/contacts'])).json()).toMatchObject({ total: 1 })
  })
})
