// Pauses: set by a secret key and by files; the preference page is tested in the feature unsubscribe.
import { beforeEach, describe, expect, it } from 'vitest'
import {
  buildContact,
  buildImport,
  inFreshProject,
  newAddress,
  readContact,
  readEventNames,
} from '../../../../test/support/factories.ts'
import type { ContactRecord } from '../../../../test/support/factories.ts'
import { call, errorOf, fieldsOf } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'

const test = useTestApp()
let app: TestApp
let begin: number
beforeEach(async () => {
  app = await inFreshProject(test)
  begin = test.clock.now().getTime()
})

const DAY = 86_400_000
const inDays = (days: number) => new Date(begin + days * DAY).toISOString()
const save = (body: object) => call(app, ['POST', '/contacts'], { body: body as Record<string, unknown> })
const change = (id: string, body: object) =>
  call(app, ['PATCH', `/contacts/${id}`], { body: body as Record<string, unknown> })
const pauseOf = async (email: string) => (await readContact(app, email))?.pausedUntil

describe('pausedUntil of a contact', () => {
  it('is null until it is set, and null ends it', async () => {
    const contact = await buildContact(app)
    expect(contact.pausedUntil).toBeNull()
    const until = inDays(30)
    expect((await change(contact.id, { pausedUntil: until })).json()).toMatchObject({ pausedUntil: until })
    expect((await change(contact.id, { data: { plan: 'pro' } })).json()).toMatchObject({ pausedUntil: until })
    expect(await pauseOf(contact.email)).toBe(until)
    const changed = await change(contact.id, { pausedUntil: null })
    expect(changed.json()).toMatchObject({ pausedUntil: null, subscribed: true })
    expect(await readEventNames(app, contact.id)).toEqual(['contact.created'])
  })

  it('is set by POST, for new and known contacts, and kept by one without it', async () => {
    const email = newAddress()
    const until = inDays(90)
    const first = await save({ email, pausedUntil: until })
    expect([first.statusCode, first.json<ContactRecord>().pausedUntil]).toEqual([201, until])
    expect((await save({ email, data: { a: 1 } })).json()).toMatchObject({ pausedUntil: until })
    expect((await save({ email, pausedUntil: inDays(10) })).json()).toMatchObject({ pausedUntil: inDays(10) })
    const left = await save({ email, subscribed: false, pausedUntil: until })
    expect(left.json()).toMatchObject({ subscribed: false, pausedUntil: until })
    expect((await save({ email, pausedUntil: null })).json()).toMatchObject({ pausedUntil: null })
  })

  it('is null once it has passed, in every answer', async () => {
    const fresh = await inFreshProject(test)
    const { id, email } = await buildContact(fresh)
    await call(fresh, ['PATCH', `/contacts/${id}`], { body: { pausedUntil: inDays(1) } })
    const read = async () => {
      const one = (await call(fresh, ['GET', `/contacts/${id}`])).json<ContactRecord>()
      const list = (await call(fresh, ['GET', '/contacts'])).json<{ contacts: ContactRecord[] }>()
      const all = (await call(fresh, ['GET', `/contacts/${id}/export`])).json<{ contact: ContactRecord }>()
      const csv = (await call(fresh, ['GET', '/contacts/export'])).body.split('\r\n')[1]?.split(',')
      return [one.pausedUntil, list.contacts[0]?.pausedUntil, all.contact.pausedUntil, csv?.[3]]
    }
    const until = inDays(1)
    expect(await read()).toEqual([until, until, until, until])
    test.clock.advance(DAY)
    expect(await read()).toEqual([null, null, null, ''])
    expect((await readContact(fresh, email))?.pausedUntil).toBeNull()
  })

  it('ends by a time that has passed', async () => {
    const { id, email } = await buildContact(app)
    await change(id, { pausedUntil: inDays(30) })
    const reply = await change(id, { pausedUntil: '2001-01-01T00:00:00Z' })
    expect([reply.statusCode, reply.json<ContactRecord>().pausedUntil]).toEqual([200, null])
    expect(await pauseOf(email)).toBeNull()
  })

  it.each([
    ['a pause of three years', () => inDays(3 * 365), 'invalid_date'],
    ['a time without its offset', () => '2030-01-31T09:00:00', 'invalid_date'],
    ['a word', () => 'tomorrow', 'invalid_date'],
    ['a number', () => 30, 'invalid_type'],
  ])('refuses %s', async (_name, pausedUntil, code) => {
    const { id, email } = await buildContact(app)
    for (const reply of [
      await change(id, { pausedUntil: pausedUntil() }),
      await save({ email, pausedUntil: pausedUntil() }),
    ]) {
      expect(reply.statusCode).toBe(422)
      expect(fieldsOf(reply)).toEqual({ pausedUntil: code })
    }
    expect(await pauseOf(email)).toBeNull()
  })

  it('is not set by a public key', async () => {
    const { id, email } = await buildContact(app)
    const key = app.project.publicKey
    const body = { pausedUntil: inDays(30) }
    for (const reply of [
      await call(app, ['PATCH', `/contacts/${id}`], { body, key }),
      await call(app, ['POST', '/contacts'], { body: { ...body, email }, key }),
    ]) {
      expect([reply.statusCode, errorOf(reply).code]).toEqual([403, 'FORBIDDEN'])
    }
    await call(app, ['POST', '/v1/track'], { body: { ...body, email, event: 'seen' }, key })
    expect(await pauseOf(email)).toBeNull()
  })

  it('belongs to the contacts of one project', async () => {
    const { id, email } = await buildContact(app)
    const reply = await call(app, ['PATCH', `/contacts/${id}`], {
      body: { pausedUntil: inDays(30) },
      key: test.other.secretKey,
    })
    expect(reply.statusCode).toBe(404)
    expect(await pauseOf(email)).toBeNull()
  })
})

describe('pausedUntil in a file', () => {
  it('is read as a day or a time, and refused if it is neither or too far', async () => {
    const job = await buildImport(
      app,
      [
        'email,pausedUntil',
        `day@example.com,${inDays(40).slice(0, 10)}`,
        `time@example.com,${inDays(2)}`,
        'none@example.com,',
        'past@example.com,2001-01-01',
        'word@example.com,soon',
        `far@example.com,${inDays(900)}`,
      ].join('\n'),
    )
    expect(job).toMatchObject({
      progress: { done: 4, failed: 2 },
      errors: [
        { row: 6, field: 'pausedUntil', message: expect.stringContaining('must be a day') as string },
        { row: 7, field: 'pausedUntil', message: 'must be at most two years ahead' },
      ],
    })
    expect(await pauseOf('day@example.com')).toBe(`${inDays(40).slice(0, 10)}T00:00:00.000Z`)
    expect(await pauseOf('time@example.com')).toBe(inDays(2))
    expect(await pauseOf('none@example.com')).toBeNull()
    expect(await pauseOf('past@example.com')).toBeNull()
  })

  it('never shortens or ends a pause', async () => {
    const { id, email } = await buildContact(app)
    await change(id, { pausedUntil: inDays(30) })
    const csv = (until: string) => `email,pausedUntil\n${email},${until}\n`
    for (const until of ['', '2001-01-01', inDays(10)]) await buildImport(app, csv(until))
    expect(await pauseOf(email)).toBe(inDays(30))
    await buildImport(app, `${csv(inDays(60))}${email},${inDays(50)}\n`)
    expect(await pauseOf(email)).toBe(inDays(60))
  })

  it('is exported and imported again', async () => {
    const { id, email } = await buildContact(app)
    await change(id, { pausedUntil: inDays(30) })
    const other = await inFreshProject(test)
    await buildImport(other, (await call(app, ['GET', '/contacts/export'])).body)
    expect((await readContact(other, email))?.pausedUntil).toBe(inDays(30))
  })
})
