import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  buildContact,
  inFreshProject,
  newAddress,
  readContact,
  readEventNames,
} from '../../../../test/support/factories.ts'
import type { ContactRecord } from '../../../../test/support/factories.ts'
import { call, errorOf, fieldsOf } from '../../../../test/support/requests.ts'
import type { Reply } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'

const test = useTestApp()
const patch = (id: string, body: unknown): Promise<Reply> =>
  call(test, ['PATCH', `/contacts/${id}`], { body })

describe('GET /contacts/{id}', () => {
  it('gives the bare record', async () => {
    const contact = await buildContact(test, { data: { plan: 'pro' } })
    const reply = await call(test, ['GET', `/contacts/${contact.id}`])
    expect([reply.statusCode, reply.json()]).toEqual([200, contact])
  })

  it('takes an id in upper case', async () => {
    const contact = await buildContact(test)
    expect((await call(test, ['GET', `/contacts/${contact.id.toUpperCase()}`])).json()).toEqual(contact)
  })
})

describe('PATCH /contacts/{id}', () => {
  it('changes what is given, merges data, and answers with the bare record', async () => {
    const before = await buildContact(test, { data: { a: 1, b: { c: 2 }, d: 3 } })
    test.clock.advance(1000)
    const email = newAddress()
    const reply = await patch(before.id, { email, subscribed: false, data: { a: null, b: { e: 4 }, f: [5] } })
    expect(reply.statusCode).toBe(200)
    const after = reply.json<ContactRecord>()
    expect(after).toEqual({
      ...before,
      email,
      subscribed: false,
      subscriptionState: 'LEFT',
      data: { b: { e: 4 }, d: 3, f: [5] },
      updatedAt: after.updatedAt,
    })
    expect(after.updatedAt > before.updatedAt).toBe(true)
    expect(await readContact(test, email)).toEqual(after)
    expect(await readContact(test, before.email)).toBeUndefined()
  })

  it.each([
    ['an empty object', { body: {} }],
    ['no body at all', {}],
    ['only fields that it does not change', { body: { id: 'x', createdAt: 'y', subscriptionState: 'z' } }],
  ])('changes nothing but updatedAt for %s', async (_what, options) => {
    const before = await buildContact(test, { subscribed: false, data: { a: 1 } })
    const reply = await call(test, ['PATCH', `/contacts/${before.id}`], options)
    expect(reply.statusCode).toBe(200)
    const { updatedAt, ...rest } = reply.json<ContactRecord>()
    expect({ ...rest, updatedAt: before.updatedAt }).toEqual(before)
    expect(updatedAt >= before.updatedAt).toBe(true)
  })

  it('stores the address in its one form', async () => {
    const { id } = await buildContact(test)
    const changed = await patch(id, { email: ' "Moved.To"@MÜNCHEN.example ' })
    expect(changed.json<ContactRecord>().email).toBe('moved.to@xn--mnchen-3ya.example')
  })

  it('takes the address that the contact already has', async () => {
    const { id, email } = await buildContact(test)
    expect((await patch(id, { email: email.toUpperCase() })).statusCode).toBe(200)
  })

  it('refuses an address that another contact has, and changes nothing', async () => {
    const taken = await buildContact(test)
    const before = await buildContact(test)
    const reply = await patch(before.id, {
      email: taken.email.toUpperCase(),
      subscribed: false,
      data: { x: 1 },
    })
    expect([reply.statusCode, errorOf(reply).code]).toEqual([409, 'CONFLICT'])
    expect(await readContact(test, before.email)).toEqual(before)
    expect(await readContact(test, taken.email)).toEqual(taken)
    expect(await readEventNames(test, before.id)).toEqual(['contact.created'])
  })

  it('takes an address that only another project has', async () => {
    const foreign = await buildContact(test, { project: test.other })
    const { id } = await buildContact(test)
    expect((await patch(id, { email: foreign.email })).statusCode).toBe(200)
  })

  it('gives a wanted address to exactly one of ten contacts', async () => {
    const contacts = await Promise.all(Array.from({ length: 10 }, () => buildContact(test)))
    const email = newAddress()
    const replies = await Promise.all(contacts.map(({ id }) => patch(id, { email })))
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array<number>(9).fill(409),
    ])
  })

  it('keeps the keys of twenty patches at the same time', async () => {
    const { id } = await buildContact(test)
    await Promise.all(Array.from({ length: 20 }, (_, n) => patch(id, { data: { [`key${n}`]: n } })))
    const { data } = (await call(test, ['GET', `/contacts/${id}`])).json<ContactRecord>()
    expect(Object.keys(data)).toHaveLength(20)
  })

  it.each<[body: unknown, fields: Record<string, string>]>([
    [{ email: null }, { email: 'invalid_type' }],
    [{ email: 'nobody' }, { email: 'invalid_string' }],
    [{ subscribed: 'false' }, { subscribed: 'invalid_type' }],
    [{ subscribed: null }, { subscribed: 'invalid_type' }],
    [{ data: [1] }, { data: 'invalid_type' }],
    [{ data: null }, { data: 'invalid_type' }],
    [{ data: { x: 'a\0' } }, { 'data.x': 'invalid_string' }],
    [{ data: { x: 'a'.repeat(65_536) } }, { data: 'too_big' }],
    [
      { email: '', subscribed: 0, data: 'x' },
      { email: 'invalid_string', subscribed: 'invalid_type', data: 'invalid_type' },
    ],
  ])('refuses bad input with every field: case %#', async (body, fields) => {
    const before = await buildContact(test)
    const reply = await patch(before.id, body)
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, fields])
    expect(await readContact(test, before.email)).toEqual(before)
  })

  it('refuses data that is too large only together with what is there, and changes nothing', async () => {
    const before = await buildContact(test, { data: { x: 'a'.repeat(40_000) } })
    const reply = await patch(before.id, {
      email: newAddress(),
      subscribed: false,
      data: { y: 'b'.repeat(40_000) },
    })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { data: 'too_big' }])
    expect(await readContact(test, before.email)).toEqual(before)
  })

  it('records an event exactly when the flag changes', async () => {
    const { id } = await buildContact(test)
    await patch(id, { subscribed: true })
    await patch(id, { data: { x: 1 }, email: newAddress() })
    expect(await readEventNames(test, id)).toEqual(['contact.created'])
    await patch(id, { subscribed: false })
    await patch(id, { subscribed: false })
    await patch(id, { subscribed: true })
    expect(await readEventNames(test, id)).toEqual([
      'contact.created',
      'contact.unsubscribed',
      'contact.subscribed',
    ])
  })

  it('records one event for twenty patches at the same time', async () => {
    const { id } = await buildContact(test)
    await Promise.all(Array.from({ length: 20 }, () => patch(id, { subscribed: false })))
    expect(await readEventNames(test, id)).toEqual(['contact.created', 'contact.unsubscribed'])
  })
})

describe('DELETE /contacts/{id}', () => {
  it('removes the contact and its events, with an empty 204', async () => {
    const contact = await buildContact(test)
    await patch(contact.id, { subscribed: false })
    const kept = await buildContact(test)
    const reply = await call(test, ['DELETE', `/contacts/${contact.id}`])
    expect([reply.statusCode, reply.body]).toEqual([204, ''])
    expect((await call(test, ['GET', `/contacts/${contact.id}`])).statusCode).toBe(404)
    expect(await readEventNames(test, contact.id)).toEqual([])
    expect(await readEventNames(test, kept.id)).toEqual(['contact.created'])
  })

  it('finds nothing to remove the second time', async () => {
    const { id } = await buildContact(test)
    await call(test, ['DELETE', `/contacts/${id}`])
    const again = await call(test, ['DELETE', `/contacts/${id}`])
    expect([again.statusCode, errorOf(again).code]).toEqual([404, 'CONTACT_NOT_FOUND'])
  })

  it('removes once what twenty requests want to remove', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildContact(app)
    await buildContact(app)
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => call(app, ['DELETE', `/contacts/${id}`])),
    )
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      204,
      ...Array<number>(19).fill(404),
    ])
    expect((await call(app, ['GET', '/contacts'])).json()).toMatchObject({ total: 1 })
  })

  it('forgets everything: the same address is a new contact afterwards', async () => {
    const gone = await buildContact(test, { subscribed: false, data: { secret: 1 } })
    await call(test, ['DELETE', `/contacts/${gone.id}`])
    const reply = await call(test, ['POST', '/contacts'], { body: { email: gone.email } })
    expect(reply.statusCode).toBe(201)
    expect(reply.json()).toMatchObject({ subscribed: true, data: {} })
    expect(reply.json<ContactRecord>().id).not.toBe(gone.id)
  })

  it('leaves nothing of the contact in the table', async () => {
    const { id, email } = await buildContact(test)
    await call(test, ['DELETE', `/contacts/${id}`])
    const { rows } = await sql`select from contacts where email = ${email}`.execute(test.deps.database.db)
    expect(rows).toEqual([])
  })
})
