import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { buildContact, buildContacts, buildKey, inFreshProject } from '../../../test/support/factories.ts'
import { UNKNOWN } from '../../../test/support/feature-steps.ts'
import { call, errorOf, fieldsOf } from '../../../test/support/requests.ts'
import type { CallOptions, Reply } from '../../../test/support/requests.ts'
import { sendOne } from '../../../test/support/send-steps.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import type { CouponListId } from '../../platform/ids.ts'
import { addCodes as addCodesUpTo } from './coupons.service.ts'
import { addCodes, buildCouponList, listCodes, newCodes, readCouponList } from './fixtures/coupon-steps.ts'
import type { CouponListRecord } from './fixtures/coupon-steps.ts'

const test = useTestApp()

const SPRING = { key: 'spring', name: 'Spring sale' }

const create = (app: TestApp, body: object, options: CallOptions = {}): Promise<Reply> =>
  call(app, ['POST', '/coupon-lists'], { ...options, body })
const post = (app: TestApp, id: string, options: CallOptions): Promise<Reply> =>
  call(app, ['POST', `/coupon-lists/${id}/codes`], options)

describe('POST /coupon-lists', () => {
  it('creates an empty list', async () => {
    const app = await inFreshProject(test)
    const reply = await create(app, SPRING)
    expect([reply.statusCode, reply.json()]).toEqual([
      201,
      {
        id: expect.any(String) as string,
        ...SPRING,
        codes: { total: 0, free: 0, taken: 0 },
        usedBy: [],
        usedByCount: 0,
        createdAt: expect.any(String) as string,
      },
    ])
  })

  it('answers 409 for a key that is taken, but not by another project', async () => {
    const [app, other] = [await inFreshProject(test), await inFreshProject(test)]
    await create(app, SPRING)
    const reply = await create(app, SPRING)
    expect([reply.statusCode, errorOf(reply).message]).toEqual([
      409,
      'There is a coupon list with the key spring.',
    ])
    expect((await create(other, SPRING)).statusCode).toBe(201)
  })

  it('answers 409 for the list after the hundredth', async () => {
    const app = await inFreshProject(test)
    await sql`
      insert into coupon_lists (project_id, id, key, name, created_at)
      select ${app.project.projectId}, gen_random_uuid(), 'old-' || n, 'Old', now()
      from generate_series(1, 100) as n`.execute(test.deps.database.db)
    const reply = await create(app, SPRING)
    expect([reply.statusCode, errorOf(reply).message]).toEqual([
      409,
      'A project can have at most 100 coupon lists.',
    ])
  })

  it.each([
    ['nothing', {}, { key: 'required', name: 'required' }],
    ['an empty key', { ...SPRING, key: '' }, { key: 'too_small' }],
    ['a dot in the key', { ...SPRING, key: 'a.b' }, { key: 'invalid_string' }],
    ['upper case in the key', { ...SPRING, key: 'Spring' }, { key: 'invalid_string' }],
    ['a long key', { ...SPRING, key: 'a'.repeat(51) }, { key: 'too_big' }],
    ['an empty name', { ...SPRING, name: '' }, { name: 'too_small' }],
    ['a long name', { ...SPRING, name: 'a'.repeat(101) }, { name: 'too_big' }],
    ['lines in the name', { ...SPRING, name: 'a\nb' }, { name: 'invalid_string' }],
  ])('refuses %s', async (_name, body, fields) => {
    const reply = await create(test, body)
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, fields])
  })

  it('needs a key that may write', async () => {
    expect((await create(test, SPRING, { key: null })).statusCode).toBe(401)
    const key = await buildKey(test, { scopes: ['read'] })
    expect((await create(test, SPRING, { key })).statusCode).toBe(403)
    expect((await create(test, SPRING, { key: test.project.publicKey })).statusCode).toBe(403)
  })
})

describe('POST /coupon-lists/{id}/codes', () => {
  it('adds codes once, in their order, also if several calls name them', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildCouponList(app)
    const reply = await post(app, id, { body: { codes: ['B', 'A', 'B'] } })
    expect([reply.statusCode, reply.json()]).toEqual([200, { added: 2, skipped: 1 }])
    expect((await post(app, id, { body: { codes: ['A', 'C'] } })).json()).toEqual({ added: 1, skipped: 1 })
    expect((await listCodes(app, id)).map(({ code, status }) => [code, status])).toEqual([
      ['B', 'free'],
      ['A', 'free'],
      ['C', 'free'],
    ])
    expect((await readCouponList(app, id)).codes).toEqual({ total: 3, free: 3, taken: 0 })
  })

  it('takes the same code in two lists', async () => {
    const [one, other] = [await buildCouponList(test), await buildCouponList(test)]
    await addCodes(test, one.id, ['SAME'])
    expect((await post(test, other.id, { body: { codes: ['SAME'] } })).json()).toEqual({
      added: 1,
      skipped: 0,
    })
  })

  it('refuses codes beyond the limit of a list, and adds none of them', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildCouponList(app, { codes: 2 })
    const add = (codes: string[]) =>
      addCodesUpTo(test.deps.database.db, {
        projectId: app.project.projectId,
        listId: id as CouponListId,
        codes,
        most: 3,
        now: test.clock.now(),
      })
    await expect(add(['A', 'B'])).rejects.toThrow('A coupon list can have at most 3 codes. This one has 2.')
    expect((await readCouponList(app, id)).codes.total).toBe(2)
    expect(await add(['A'])).toEqual({ added: 1, skipped: 0 })
  })

  it.each([
    ['nothing', {}, { codes: 'required' }],
    ['no codes', { codes: [] }, { codes: 'too_small' }],
    ['too many codes', { codes: newCodes('x', 10_001) }, { codes: 'too_big' }],
    ['an empty code', { codes: ['A', ''] }, { 'codes.1': 'too_small' }],
    ['a long code', { codes: ['A'.repeat(101)] }, { 'codes.0': 'too_big' }],
    ['a line break', { codes: ['A\nB'] }, { 'codes.0': 'invalid_string' }],
    ['a blank at the end', { codes: ['A '] }, { 'codes.0': 'invalid_string' }],
    ['a zero byte', { codes: ['A\0'] }, { 'codes.0': 'invalid_string' }],
    ['a number', { codes: [1] }, { 'codes.0': 'invalid_type' }],
  ])('refuses %s', async (_name, body, fields) => {
    const { id } = await buildCouponList(test)
    const reply = await post(test, id, { body })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, fields])
  })

  it('is a 404 for an unknown list and for one of another project', async () => {
    const { id } = await buildCouponList(await inFreshProject(test))
    for (const one of [UNKNOWN, id]) {
      const reply = await post(test, one, { body: { codes: ['A'] } })
      expect([reply.statusCode, errorOf(reply).message]).toEqual([404, 'There is no such coupon list.'])
    }
  })

  it('needs a key that may write', async () => {
    const { id } = await buildCouponList(test)
    expect((await post(test, id, { body: { codes: ['A'] }, key: null })).statusCode).toBe(401)
    const key = await buildKey(test, { scopes: ['read'] })
    expect((await post(test, id, { body: { codes: ['A'] }, key })).statusCode).toBe(403)
  })
})

describe('GET /coupon-lists', () => {
  it('lists the lists of the project with their figures, newest first, page by page', async () => {
    const app = await inFreshProject(test)
    for (const key of ['a', 'b', 'c']) await buildCouponList(app, { key, codes: 2 })
    type Answer = { couponLists: CouponListRecord[]; cursor: string | null; total: number }
    const page = async (query: Record<string, string>) =>
      (await call(app, ['GET', '/coupon-lists'], { query })).json<Answer>()
    const first = await page({ limit: '2' })
    const second = await page({ limit: '2', cursor: first.cursor ?? '' })
    expect(first.total).toBe(3)
    expect([...first.couponLists, ...second.couponLists].map(({ key, codes }) => [key, codes.free])).toEqual([
      ['c', 2],
      ['b', 2],
      ['a', 2],
    ])
  })

  it('needs a key', async () => {
    expect((await call(test, ['GET', '/coupon-lists'], { key: null })).statusCode).toBe(401)
  })
})

describe('GET /coupon-lists/{id}/codes', () => {
  it('shows who got which code, and filters by status and contact', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildCouponList(app, { key: 'spring', codes: 3 })
    const { contact } = await sendOne(app, { to: 'ann@example.com', body: '<p>{{ coupons.spring }}</p>' })
    const taken = {
      id: expect.any(String) as string,
      code: 'SPRING-1',
      status: 'taken',
      contactId: contact.id,
      email: 'ann@example.com',
      takenAt: expect.any(String) as string,
      emailId: expect.any(String) as string,
      campaignId: null,
      workflowId: null,
      templateId: null,
      createdAt: expect.any(String) as string,
    }
    expect(await listCodes(app, id, { status: 'taken' })).toEqual([taken])
    expect(await listCodes(app, id, { contactId: contact.id ?? '' })).toEqual([taken])
    expect((await listCodes(app, id, { status: 'free' })).map(({ code }) => code)).toEqual([
      'SPRING-2',
      'SPRING-3',
    ])
    expect(await listCodes(app, id, { contactId: UNKNOWN })).toEqual([])
    expect((await readCouponList(app, id)).codes).toEqual({ total: 3, free: 2, taken: 1 })
  })

  it('goes on page by page, and refuses the cursor of another list', async () => {
    const { id } = await buildCouponList(test, { codes: 3 })
    const path = `/coupon-lists/${id}/codes`
    const reply = await call(test, ['GET', path], { query: { limit: '2' } })
    const first = reply.json<{ cursor: string; total: number; codes: object[] }>()
    expect([first.codes.length, first.total]).toEqual([2, 3])
    const query = { limit: '2', cursor: first.cursor }
    expect((await call(test, ['GET', path], { query })).json()).toMatchObject({
      cursor: null,
      hasMore: false,
    })
    const other = await buildCouponList(test)
    expect((await call(test, ['GET', `/coupon-lists/${other.id}/codes`], { query })).statusCode).toBe(400)
  })

  it('refuses an unknown status', async () => {
    const { id } = await buildCouponList(test)
    const reply = await call(test, ['GET', `/coupon-lists/${id}/codes`], { query: { status: 'used' } })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { status: 'invalid_enum_value' }])
  })

  it('is a 404 for an unknown list and for one of another project', async () => {
    const { id } = await buildCouponList(await inFreshProject(test))
    for (const one of [UNKNOWN, id]) {
      expect((await call(test, ['GET', `/coupon-lists/${one}/codes`])).statusCode).toBe(404)
      expect((await call(test, ['GET', `/coupon-lists/${one}/report`])).statusCode).toBe(404)
    }
  })

  it('finds nothing for what is no id of a campaign or workflow', async () => {
    const { id } = await buildCouponList(test, { codes: 1 })
    expect(await listCodes(test, id, { campaignId: 'nonsense' })).toEqual([])
    expect(await listCodes(test, id, { workflowId: 'nonsense' })).toEqual([])
  })
})

describe('the search of GET /coupon-lists/{id}/codes', () => {
  const codesOf = async (app: TestApp, id: string, query: Record<string, string>) =>
    (await listCodes(app, id, query)).map(({ code }) => code)

  it('finds a part of the code or of the address of who has it, page by page, also in the report', async () => {
    const [app, other] = [await inFreshProject(test), await inFreshProject(test)]
    const { id } = await buildCouponList(app, { key: 'spring', codes: 4 })
    await buildContact(other, { email: 'ann@find.example' })
    for (const to of ['ann@find.example', 'ben@other.example', 'cat@find.example']) {
      await sendOne(app, { to, body: '<p>{{ coupons.spring }}</p>' })
    }
    expect(await codesOf(app, id, { search: ' @FIND ' })).toEqual(['SPRING-1', 'SPRING-3'])
    expect(await codesOf(app, id, { search: 'ring-2' })).toEqual(['SPRING-2'])
    expect(await codesOf(app, id, { search: 'spring', status: 'free' })).toEqual(['SPRING-4'])
    for (const search of ['%', '_', 'nobody']) expect(await codesOf(app, id, { search })).toEqual([])
    expect(await codesOf(app, id, { search: ' ' })).toHaveLength(4)
    const path = `/coupon-lists/${id}/codes`
    const query = { search: '@find', limit: '1' }
    const first = (await call(app, ['GET', path], { query })).json<{ cursor: string; total: number }>()
    expect(first).toMatchObject({ total: 2, codes: [{ code: 'SPRING-1' }] })
    const second = await call(app, ['GET', path], { query: { ...query, cursor: first.cursor } })
    expect(second.json()).toMatchObject({ cursor: null, codes: [{ code: 'SPRING-3' }] })
    const report = await call(app, ['GET', `/coupon-lists/${id}/report`], { query: { search: '@find' } })
    expect(report.body.match(/SPRING-\d/g)).toEqual(['SPRING-1', 'SPRING-3'])
  })

  // More contacts than are looked up one by one.
  it('finds a text that most addresses have', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildCouponList(app, { key: 'spring', codes: 2 })
    await buildContacts(app, 1_001, { emailOf: (n) => `n${n}@many.example` })
    await sendOne(app, { to: 'n7@many.example', body: '<p>{{ coupons.spring }}</p>' })
    expect(await codesOf(app, id, { search: '@many' })).toEqual(['SPRING-1'])
  })

  it('refuses a search that is too long', async () => {
    const { id } = await buildCouponList(test)
    const query = { search: 'x'.repeat(255) }
    const reply = await call(test, ['GET', `/coupon-lists/${id}/codes`], { query })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { search: 'too_big' }])
  })
})

describe('PATCH /coupon-lists/{id}', () => {
  const patch = (app: TestApp, id: string, body: object) =>
    call(app, ['PATCH', `/coupon-lists/${id}`], { body })

  it('changes the name, and refuses another key', async () => {
    const { id, key } = await buildCouponList(test)
    expect((await patch(test, id, { key, name: 'Other' })).json()).toMatchObject({ key, name: 'Other' })
    const reply = await patch(test, id, { key: `${key}-2` })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { key: 'custom' }])
    expect((await patch(test, id, { name: '' })).statusCode).toBe(422)
  })

  it('is a 404 for an unknown list and for one of another project', async () => {
    const { id } = await buildCouponList(await inFreshProject(test))
    for (const one of [UNKNOWN, id]) expect((await patch(test, one, { name: 'x' })).statusCode).toBe(404)
  })
})

describe('DELETE /coupon-lists/{id}', () => {
  const remove = (app: TestApp, id: string) => call(app, ['DELETE', `/coupon-lists/${id}`])

  it('deletes the list with its codes, and a new one may have its key', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildCouponList(app, { key: 'spring', codes: 3 })
    await sendOne(app, { body: '{{ coupons.spring }}' })
    expect((await remove(app, id)).statusCode).toBe(204)
    expect((await call(app, ['GET', `/coupon-lists/${id}`])).statusCode).toBe(404)
    const { rows } = await sql`select from coupon_codes where list_id = ${id}`.execute(test.deps.database.db)
    expect(rows).toEqual([])
    const again = await buildCouponList(app, { key: 'spring', codes: 1 })
    expect((await readCouponList(app, again.id)).codes).toEqual({ total: 1, free: 1, taken: 0 })
  })

  it('is a 404 for an unknown list and for one of another project', async () => {
    const { id } = await buildCouponList(await inFreshProject(test))
    for (const one of [UNKNOWN, id]) expect((await remove(test, one)).statusCode).toBe(404)
  })
})
