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

type UpsertedContact = ContactRecord & { _meta: { isNew: boolean; isUpdate: boolean } }

const test = useTestApp()
const upsert = (body: unknown, app = test): Promise<Reply> => call(app, ['POST', '/contacts'], { body })
const upserted = async (body: unknown): Promise<UpsertedContact> =>
  (await upsert(body)).json<UpsertedContact>()

// PostgreSQL writes a blank behind the colon: {"x": "…"} has nine bytes besides the value.
const LARGEST = 65_536 - '{"x":""}'.length

describe('POST /contacts', () => {
  it('creates a contact and says so', async () => {
    const email = newAddress()
    const reply = await upsert({ email, subscribed: false, data: { plan: 'pro', seats: 3 } })
    expect(reply.statusCode).toBe(201)
    const contact = reply.json<UpsertedContact>()
    expect(contact).toEqual({
      id: expect.stringMatching(
        /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      ) as unknown,
      email,
      subscribed: false,
      subscriptionState: 'LEFT',
      topics: {},
      pausedUntil: null,
      data: { plan: 'pro', seats: 3 },
      createdAt: contact.updatedAt,
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown,
      _meta: { isNew: true, isUpdate: false },
    })
    const { _meta, ...stored } = contact
    expect(await readContact(test, email)).toEqual(stored)
  })

  it('updates the contact that has the address and says so', async () => {
    const before = await buildContact(test, { data: { plan: 'pro' } })
    test.clock.advance(1000)
    const reply = await upsert({ email: before.email, data: { seats: 3 } })
    expect(reply.statusCode).toBe(200)
    const { updatedAt, ...after } = reply.json<UpsertedContact>()
    expect(after).toEqual({
      id: before.id,
      email: before.email,
      subscribed: true,
      subscriptionState: 'SUBSCRIBED',
      topics: {},
      pausedUntil: null,
      data: { plan: 'pro', seats: 3 },
      createdAt: before.createdAt,
      _meta: { isNew: false, isUpdate: true },
    })
    expect(updatedAt > before.updatedAt).toBe(true)
  })

  it('keeps one address in two projects apart', async () => {
    const foreign = await buildContact(test, { project: test.other, data: { whose: 'theirs' } })
    const own = await upsert({ email: foreign.email, subscribed: false, data: { whose: 'ours' } })
    expect(own.statusCode).toBe(201)
    expect(await readContact(test, foreign.email, { key: test.other.secretKey })).toEqual(foreign)
  })

  it('subscribes a new contact unless told otherwise', async () => {
    expect(await upserted({ email: newAddress() })).toMatchObject({ subscribed: true, data: {} })
    expect(await upserted({ email: newAddress(), subscribed: false })).toMatchObject({ subscribed: false })
  })

  it('leaves the flag of an existing contact alone unless it is given', async () => {
    const { email } = await buildContact(test, { subscribed: false })
    expect(await upserted({ email, data: { x: 1 } })).toMatchObject({ subscribed: false })
    expect(await upserted({ email, subscribed: true })).toMatchObject({ subscribed: true, data: { x: 1 } })
  })

  it('ignores fields of its own answers', async () => {
    const email = newAddress()
    const given = {
      id: 'mine',
      createdAt: 5,
      updatedAt: null,
      _meta: { isNew: false },
    }
    const contact = await upserted({ email, ...given })
    expect(contact).toMatchObject({ email, data: {}, _meta: { isNew: true, isUpdate: false } })
    expect(contact.id).not.toBe('mine')
  })
})

describe('the address of POST /contacts', () => {
  it.each([
    ['upper case', 'Ann.UPPER@Example.COM', 'ann.upper@example.com'],
    ['blanks around it', ' \tblanks@example.com\t ', 'blanks@example.com'],
    ['an international domain', 'idn@MÜLLER.de', 'idn@xn--mller-kva.de'],
    ['needless quotes', '"John.Doe"@example.com', 'john.doe@example.com'],
    ['needful quotes', '"a..B"@example.com', '"a..b"@example.com'],
    ['a label', 'Ann+News@example.com', 'ann+news@example.com'],
  ])('with %s is stored in its one form', async (_what, given, email) => {
    const first = await upsert({ email: given })
    expect([first.statusCode, first.json<UpsertedContact>().email]).toEqual([201, email])
    const again = await upsert({ email })
    expect([again.statusCode, again.json<UpsertedContact>().id]).toEqual([
      200,
      first.json<UpsertedContact>().id,
    ])
  })

  it.each([
    'ann',
    '',
    '@example.com',
    'ann@',
    'ann@localhost',
    'ann@example..com',
    'a b@example.com',
    'ann@example.com\n',
    'ann\r\nbcc:x@example.com',
    '"a@b"@example.com',
    '"a b"@example.com',
    'ann@example.com, bob@example.com',
    'Ann <ann@example.com>',
    `${'a'.repeat(65)}@example.com`,
    'jürgen@example.com',
  ])('is refused as %j', async (email) => {
    const reply = await upsert({ email })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { email: 'invalid_string' }])
  })
})

describe('bad input to POST /contacts', () => {
  const email = 'bad-input@example.com'

  it.each<[body: unknown, fields: Record<string, string>]>([
    [{}, { email: 'required' }],
    [{ email: 5 }, { email: 'invalid_type' }],
    [{ email: null }, { email: 'invalid_type' }],
    [{ email: [email] }, { email: 'invalid_type' }],
    [{ email, subscribed: 'true' }, { subscribed: 'invalid_type' }],
    [{ email, subscribed: 1 }, { subscribed: 'invalid_type' }],
    [{ email, data: [] }, { data: 'invalid_type' }],
    [{ email, data: '{}' }, { data: 'invalid_type' }],
    [
      { email: 5, subscribed: 'no', data: 7 },
      { email: 'invalid_type', subscribed: 'invalid_type', data: 'invalid_type' },
    ],
    [{ email, data: { a: 'x\0y' } }, { 'data.a': 'invalid_string' }],
    [{ email, data: { a: { b: ['ok', '\uD800'] } } }, { 'data.a.b.1': 'invalid_string' }],
    [{ email, data: { ['k'.repeat(201)]: 1 } }, { [`data.${'k'.repeat(201)}`]: 'too_big' }],
    [{ email, data: { x: 'a'.repeat(LARGEST + 1) } }, { data: 'too_big' }],
    [[], { '': 'invalid_type' }],
    ['text', { '': 'invalid_type' }],
  ])('is answered with every field: case %#', async (body, fields) => {
    const reply = await call(test, ['POST', '/contacts'], {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
    expect(reply.statusCode).toBe(422)
    expect(errorOf(reply).code).toBe('VALIDATION_ERROR')
    expect(fieldsOf(reply)).toEqual(fields)
    expect(await readContact(test, email)).toBeUndefined()
  })

  it('is not one with null fields, which count as left out', async () => {
    const given = await upsert({ email: 'nulls@example.com', subscribed: null, data: null })
    const leftOut = await upsert({ email: 'left-out@example.com' })
    const { subscribed, data } = leftOut.json<UpsertedContact>()
    expect([given.statusCode, given.json()]).toMatchObject([201, { subscribed, data }])
  })

  it.each([
    ['cut off', '{"email":', 'application/json'],
    ['no JSON', 'email=ann@example.com', 'application/x-www-form-urlencoded'],
    ['of another type', '{"email":"ann@example.com"}', 'text/plain'],
    ['a file', 'email\nann@example.com', 'text/csv'],
    ['reaching for a prototype', `{"email":"${email}","data":{"__proto__":{"x":1}}}`, 'application/json'],
    [
      'nested without end',
      `{"email":"${email}","data":{"x":${'['.repeat(100)}${']'.repeat(100)}}}`,
      'application/json',
    ],
  ])('is a 400 when the body is %s', async (_what, body, type) => {
    const reply = await call(test, ['POST', '/contacts'], { body, headers: { 'content-type': type } })
    expect([reply.statusCode, errorOf(reply).code]).toEqual([400, 'INVALID_REQUEST_BODY'])
  })

  it('refuses a number that no JSON number can hold instead of storing null', async () => {
    const reply = await call(test, ['POST', '/contacts'], {
      body: `{"email":"${email}","data":{"x":1e400,"y":[-1e999]}}`,
      headers: { 'content-type': 'application/json' },
    })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { 'data.x': 'too_big', 'data.y.0': 'too_big' }])
  })
})

describe('the data of POST /contacts', () => {
  it('comes back as it was given, whatever JSON it is', async () => {
    const data = {
      text: 'Zoë 😀 \\ "quoted" \n\t\u0001',
      number: -12.75,
      large: 9_007_199_254_740_991,
      yes: true,
      no: false,
      list: [1, 'two', null, { three: [] }],
      nested: { a: { b: { c: null } } },
      '': 'an empty key',
      'with.dot and:colon': 1,
      constructor: 'no prototype',
      "quote'": "'",
    }
    const { email } = await upserted({ email: newAddress(), data })
    expect((await readContact(test, email))?.data).toEqual(data)
  })

  it('merges one level deep: a key that is given replaces the whole value', async () => {
    const { email } = await buildContact(test, {
      data: { address: { city: 'Bonn', zip: '53111' }, tags: ['a', 'b'], plan: 'pro' },
    })
    const { data } = await upserted({ email, data: { address: { city: 'Köln' }, tags: ['c'] } })
    expect(data).toEqual({ address: { city: 'Köln' }, tags: ['c'], plan: 'pro' })
  })

  it('loses a key that is null, and only on the first level', async () => {
    const { email } = await buildContact(test, { data: { a: 1, b: 2, c: { d: 3 } } })
    const { data } = await upserted({ email, data: { a: null, never: null, c: { d: null } } })
    expect(data).toEqual({ b: 2, c: { d: null } })
  })

  it('does not store the nulls of a new contact', async () => {
    expect(await upserted({ email: newAddress(), data: { a: null, b: 1 } })).toMatchObject({ data: { b: 1 } })
  })

  it('may be 64 kB, counted in bytes', async () => {
    const full = await upsert({ email: newAddress(), data: { x: 'a'.repeat(LARGEST) } })
    expect(full.statusCode).toBe(201)
    const over = await upsert({ email: newAddress(), data: { x: 'a'.repeat(LARGEST + 1) } })
    expect([over.statusCode, fieldsOf(over)]).toEqual([422, { data: 'too_big' }])
    const wide = await upsert({ email: newAddress(), data: { x: 'é'.repeat(LARGEST / 2 + 1) } })
    expect([wide.statusCode, fieldsOf(wide)]).toEqual([422, { data: 'too_big' }])
  })

  it('is counted as callers write JSON, without a space behind commas and colons', async () => {
    const rows = Array.from({ length: 1_500 }, (_, n) => ({ n, at: [n, 1, 2], ok: true }))
    const data = { rows, fill: 'a'.repeat(65_536 - JSON.stringify({ rows, fill: '' }).length) }
    const { email } = await upserted({ email: newAddress(), data })
    expect((await readContact(test, email))?.data).toEqual(data)
    const more = await upsert({ email, data: { n: 1 } })
    expect([more.statusCode, fieldsOf(more)]).toEqual([422, { data: 'too_big' }])
  })

  it('is refused, and nothing changes, when only the merged result is too large', async () => {
    const before = await buildContact(test, { data: { x: 'a'.repeat(40_000) } })
    test.clock.advance(1000)
    const reply = await upsert({ email: before.email, subscribed: false, data: { y: 'b'.repeat(40_000) } })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { data: 'too_big' }])
    expect(await readContact(test, before.email)).toEqual(before)
    expect(await readEventNames(test, before.id)).toEqual(['contact.created'])
  })

  it('makes room by the keys that the same call deletes', async () => {
    const { email } = await buildContact(test, { data: { x: 'a'.repeat(40_000) } })
    const { data } = await upserted({ email, data: { x: null, y: 'b'.repeat(40_000) } })
    expect(Object.keys(data)).toEqual(['y'])
  })
})

describe('the events of POST /contacts', () => {
  it('record the new contact and every change of its flag once', async () => {
    const { id, email } = await upserted({ email: newAddress() })
    await upsert({ email, subscribed: true })
    await upsert({ email, data: { x: 1 } })
    expect(await readEventNames(test, id)).toEqual(['contact.created'])
    await upsert({ email, subscribed: false })
    await upsert({ email, subscribed: false, data: { x: 2 } })
    await upsert({ email, subscribed: true })
    expect(await readEventNames(test, id)).toEqual([
      'contact.created',
      'contact.unsubscribed',
      'contact.subscribed',
    ])
  })

  it('record a new contact that is not subscribed as created', async () => {
    const { id } = await upserted({ email: newAddress(), subscribed: false })
    expect(await readEventNames(test, id)).toEqual(['contact.created'])
  })

  it('belong to the project and the moment of the change', async () => {
    const contact = await upserted({ email: newAddress() })
    const { rows } = await sql`
      select project_id, name, data, created_at, email_id from events where contact_id = ${contact.id}`.execute(
      test.deps.database.db,
    )
    expect(rows).toEqual([
      {
        project_id: test.project.projectId,
        name: 'contact.created',
        data: {},
        created_at: new Date(contact.createdAt),
        email_id: null,
      },
    ])
  })

  it('record a change by twenty concurrent requests once', async () => {
    const { id, email } = await buildContact(test)
    const replies = await Promise.all(Array.from({ length: 20 }, () => upsert({ email, subscribed: false })))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200))
    expect(await readEventNames(test, id)).toEqual(['contact.created', 'contact.unsubscribed'])
  })

  it('alternate when the flag is turned to and fro by many at once', async () => {
    const { id, email } = await buildContact(test)
    const flags = Array.from({ length: 40 }, (_, n) => n % 2 === 0)
    await Promise.all(flags.map((subscribed) => upsert({ email, subscribed })))
    // Only the counts: event ids are created before the row is locked, so their order is not that of the changes.
    const names = await readEventNames(test, id)
    const off = names.filter((name) => name === 'contact.unsubscribed').length
    const on = names.filter((name) => name === 'contact.subscribed').length
    expect(off).toBeGreaterThan(0)
    expect(off - on).toBe((await readContact(test, email))?.subscribed ? 0 : 1)
  })
})

describe('a hundred upserts of one address at the same time', () => {
  it('make one contact that has the keys of all', async () => {
    const app = await inFreshProject(test)
    const email = newAddress()
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, n) => upsert({ email, data: { [`key${n}`]: n } }, app)),
    )
    const statuses = replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
    expect(statuses).toEqual([...Array<number>(99).fill(200), 201])
    expect(new Set(replies.map((reply) => reply.json<UpsertedContact>().id)).size).toBe(1)
    const contact = await readContact(app, email)
    const keys = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`key${n}`, n]))
    expect(contact?.data).toEqual(keys)
    expect(await readEventNames(app, String(contact?.id))).toEqual(['contact.created'])

    const listed = await call(app, ['GET', '/contacts'], { query: { subscribed: 'true' } })
    expect(listed.json()).toMatchObject({ total: 1 })
    const fields = (await call(app, ['GET', '/contacts/fields'])).json<{ fields: { count: number }[] }>()
      .fields
    expect(fields.map(({ count }) => count)).toEqual(Array(100).fill(1))
  })
})
