import { describe, expect, it } from 'vitest'
import {
  buildContact,
  buildKey,
  inFreshProject,
  newAddress,
  readContact,
  readEventNames,
} from '../../../test/support/factories.ts'
import { call, errorOf, fieldsOf } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import { readEvents, track, tracked } from './fixtures/track-steps.ts'

const DAY_MS = 86_400_000
const test = useTestApp()

describe('POST /v1/track', () => {
  it('makes the contact, subscribed, and records the event', async () => {
    const email = newAddress()
    const reply = await track(test, { email, event: 'signed up', data: { plan: 'pro' } })
    expect(reply.statusCode).toBe(200)
    const contact = await readContact(test, email)
    const [event] = await readEvents(test, { name: 'signed up' })
    expect(contact).toMatchObject({ email, subscribed: true, data: { plan: 'pro' } })
    expect(event).toEqual({
      id: expect.any(String) as unknown,
      name: 'signed up',
      contactId: contact?.id,
      email,
      emailId: null,
      data: { plan: 'pro' },
      createdAt: expect.stringMatching(/Z$/) as unknown,
    })
    expect(reply.json()).toEqual({
      success: true,
      data: { contact: contact?.id, event: event?.id, timestamp: event?.createdAt },
    })
    expect(await readEventNames(test, contact?.id ?? '')).toEqual(['contact.created', 'signed up'])
  })

  it('leaves the subscription of an existing contact alone unless it is given', async () => {
    const { id, email } = await buildContact(test, { subscribed: false })
    await tracked(test, { email, event: 'seen' })
    expect(await readContact(test, email)).toMatchObject({ subscribed: false })
    await tracked(test, { email, event: 'seen', subscribed: true })
    expect(await readContact(test, email)).toMatchObject({ subscribed: true })
    await tracked(test, { email, event: 'seen', subscribed: true })
    await tracked(test, { email, event: 'seen', subscribed: false })
    expect(await readEventNames(test, id)).toEqual([
      'contact.created',
      'seen',
      'contact.subscribed',
      'seen',
      'seen',
      'contact.unsubscribed',
      'seen',
    ])
  })

  it('makes a contact that is not subscribed where the call says so', async () => {
    const email = newAddress()
    await tracked(test, { email, event: 'seen', subscribed: false })
    expect(await readContact(test, email)).toMatchObject({ subscribed: false })
  })

  it('merges data into the contact, deletes with null, and keeps on the event what is not persistent', async () => {
    const { email } = await buildContact(test, { data: { plan: 'free', trial: true, city: 'Rome' } })
    const data = {
      plan: 'pro',
      trial: null,
      code: { value: 'X1', persistent: false },
      seats: { value: 2, persistent: true },
    }
    const { event } = await tracked(test, { email, event: 'upgraded', data })
    expect((await readContact(test, email))?.data).toEqual({ plan: 'pro', city: 'Rome', seats: 2 })
    const [stored] = await readEvents(test, { name: 'upgraded' })
    expect(stored).toMatchObject({ id: event, data: { plan: 'pro', trial: null, code: 'X1', seats: 2 } })
  })

  it('counts the fields of the contact as POST /contacts does', async () => {
    const fresh = await inFreshProject(test)
    await tracked(fresh, {
      email: newAddress(),
      event: 'e',
      data: { plan: 'pro', once: { value: 1, persistent: false } },
    })
    const reply = await call(fresh, ['GET', '/contacts/fields'])
    expect(reply.json<{ fields: { key: string }[] }>().fields.map(({ key }) => key)).toEqual(['plan'])
  })

  it('finds the contact by the canonical address, and ignores fields that it does not know', async () => {
    const { id, email } = await buildContact(test)
    const result = await tracked(test, { email: ` ${email.toUpperCase()}\t`, event: 'seen', page: '/' })
    expect(result.contact).toBe(id)
  })

  it('takes names of 255 characters, and names that only look reserved', async () => {
    for (const event of ['x'.repeat(255), 'email', 'emailed.x', 'Contact us', '😀']) {
      expect((await track(test, { email: newAddress(), event })).statusCode).toBe(200)
    }
  })

  it.each([
    ['no address', { event: 'e' }, { email: 'required' }],
    ['no name', { email: 'a@example.com' }, { event: 'required' }],
    [
      'a bad address and an empty name',
      { email: 'a@@b', event: '' },
      { email: 'invalid_string', event: 'too_small' },
    ],
    ['a long name', { email: 'a@example.com', event: 'x'.repeat(256) }, { event: 'too_big' }],
    ['an email event', { email: 'a@example.com', event: 'email.sent' }, { event: 'reserved' }],
    ['a contact event', { email: 'a@example.com', event: 'contact.created' }, { event: 'reserved' }],
    ['a segment event', { email: 'a@example.com', event: 'segment.x' }, { event: 'reserved' }],
    ['a workflow event', { email: 'a@example.com', event: 'workflow.' }, { event: 'reserved' }],
    [
      'an email event in disguise',
      { email: 'a@example.com', event: ' Email.Bounced' },
      { event: 'reserved' },
    ],
    [
      'a name with a space at its end',
      { email: 'a@example.com', event: 'seen ' },
      { event: 'invalid_string' },
    ],
    [
      'words for a flag',
      { email: 'a@example.com', event: 'e', subscribed: 'true' },
      { subscribed: 'invalid_type' },
    ],
    ['a list for data', { email: 'a@example.com', event: 'e', data: [] }, { data: 'invalid_type' }],
    [
      'no time',
      { email: 'a@example.com', event: 'e', occurredAt: 'yesterday' },
      { occurredAt: 'invalid_date' },
    ],
    [
      'a number for a time',
      { email: 'a@example.com', event: 'e', occurredAt: 5 },
      { occurredAt: 'invalid_type' },
    ],
    ['an empty id', { email: 'a@example.com', event: 'e', id: '' }, { id: 'too_small' }],
    ['a long id', { email: 'a@example.com', event: 'e', id: 'x'.repeat(256) }, { id: 'too_big' }],
    [
      'a long key',
      { email: 'a@example.com', event: 'e', data: { ['x'.repeat(201)]: 1 } },
      { [`data.${'x'.repeat(201)}`]: 'too_big' },
    ],
  ])('refuses %s', async (_what, body, fields) => {
    const reply = await track(test, body)
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, fields])
  })

  it('refuses data over 64 kB, on the event and with what the contact has', async () => {
    const { email } = await buildContact(test, { data: { a: 'x'.repeat(40_000) } })
    const large = 'x'.repeat(70_000)
    for (const data of [
      { b: 'x'.repeat(40_000) },
      { b: large },
      { b: { value: large, persistent: false } },
    ]) {
      const reply = await track(test, { email, event: 'large', data })
      expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { data: 'too_big' }])
    }
    await tracked(test, {
      email,
      event: 'large',
      data: { b: { value: 'x'.repeat(60_000), persistent: false } },
    })
    expect(await readEvents(test, { name: 'large' })).toHaveLength(1)
  })
})

describe('occurredAt', () => {
  const ago = (ms: number) => new Date(test.clock.now().getTime() - ms).toISOString()

  it('dates the event, and puts it where it belongs in the list', async () => {
    const email = newAddress()
    const now = await tracked(test, { email, event: 'now' })
    const occurredAt = ago(29.9 * DAY_MS)
    const old = await tracked(test, { email, event: 'then', occurredAt })
    expect(old.timestamp).toBe(occurredAt)
    const events = await readEvents(test, { contactId: now.contact })
    expect(events.map(({ name }) => name)).toEqual(['now', 'contact.created', 'then'])
    expect(events.at(-1)).toMatchObject({ id: old.event, createdAt: occurredAt })
  })

  it('accepts another time zone', async () => {
    const { timestamp } = await tracked(test, {
      email: newAddress(),
      event: 'e',
      occurredAt: ago(3_600_000).replace('Z', '+00:00'),
    })
    expect(timestamp).toMatch(/Z$/)
  })

  it('is now for a clock that is a little fast', async () => {
    const before = test.clock.now().getTime()
    const { timestamp } = await tracked(test, { email: newAddress(), event: 'e', occurredAt: ago(-30_000) })
    expect(Date.parse(timestamp)).toBeLessThan(before + 25_000)
  })

  it.each([
    ['in the future', -120_000],
    ['31 days ago', 31 * DAY_MS],
    ['years ago', 3000 * DAY_MS],
  ])('is refused %s', async (_when, ms) => {
    const reply = await track(test, { email: newAddress(), event: 'e', occurredAt: ago(ms) })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { occurredAt: 'invalid_date' }])
  })

  it('has room on every day of the year', async () => {
    const { rows } = await test.deps.database.pool.query<{ missing: number }>(`
      with days as (select generate_series(timestamptz '2027-01-01', '2028-12-31', '1 day') as day)
      select count(*)::int as missing from days
      where date_trunc('month', day at time zone 'UTC') - interval '2 months'
        > date_trunc('month', (day - interval '31 days') at time zone 'UTC')`)
    expect(rows).toEqual([{ missing: 0 }])
  })
})

describe('the callers of POST /v1/track', () => {
  const body = () => ({ email: newAddress(), event: 'called' })

  it('need a key', async () => {
    const reply = await track(test, body(), { key: null })
    expect([reply.statusCode, errorOf(reply).code]).toEqual([401, 'MISSING_AUTH'])
  })

  it('may use a public key, and a secret one that may send; not one that may only read', async () => {
    const send = await buildKey(test, { scopes: ['send'] })
    const read = await buildKey(test, { scopes: ['read'] })
    for (const key of [test.project.publicKey, test.project.secretKey, send]) {
      expect((await track(test, body(), { key })).statusCode).toBe(200)
    }
    const reply = await track(test, body(), { key: read })
    expect([reply.statusCode, errorOf(reply).code]).toEqual([403, 'FORBIDDEN'])
  })

  it('may be pages of any origin', async () => {
    const headers = { origin: 'https://shop.example' }
    const preflight = await call(test, ['OPTIONS', '/v1/track'], {
      key: null,
      headers: { ...headers, 'access-control-request-method': 'POST' },
    })
    expect(preflight.statusCode).toBe(204)
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key',
    })
    const reply = await track(test, body(), { key: test.project.publicKey, headers })
    expect(reply.headers['access-control-allow-origin']).toBe('*')
  })

  it('write into the project of their key', async () => {
    const email = newAddress()
    const ours = await tracked(test, { email, event: 'ours' })
    const theirs = await tracked(test, { email, event: 'theirs' }, { key: test.other.secretKey })
    expect(theirs.contact).not.toBe(ours.contact)
    expect(await readEvents(test, { name: 'theirs' })).toEqual([])
  })
})
