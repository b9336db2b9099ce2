// The limit on the data keys of a project, for every way to write them. Those of POST /v1/track are tested there.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  buildContact,
  buildImport,
  inFreshProject,
  newAddress,
  readContact,
} from '../../../../test/support/factories.ts'
import { runJob } from '../../../../test/support/jobs.ts'
import { call, errorOf, fieldsOf } from '../../../../test/support/requests.ts'
import { postSend, send } from '../../../../test/support/send-steps.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { forgetUnusedKeysJob } from '../contacts.jobs.ts'
import { DATA_KEY_LIMIT } from './data-keys.queries.ts'

const MINUTE_MS = 60_000
const MOST_A_CONTACT = 1000
const test = useTestApp()

const keysOf = (count: number, prefix = 'key') =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, 1]))

const upsert = (app: TestApp, data: object, email = newAddress()) =>
  call(app, ['POST', '/contacts'], { body: { email, data } })

/** Contacts that use all keys of a project except `room`. */
async function fill(app: TestApp, { room = 0 } = {}): Promise<void> {
  const { most } = DATA_KEY_LIMIT
  for (let from = 0; from < most; from += MOST_A_CONTACT) {
    const count = Math.min(MOST_A_CONTACT, most - room - from)
    expect((await upsert(app, keysOf(count, `fill${from}-`))).statusCode).toBe(201)
  }
}

describe('the data keys of a project', () => {
  let app: TestApp
  beforeEach(async () => {
    app = await inFreshProject(test)
  })

  it('are limited: the one after the last is refused by every call, and the others go on', async () => {
    await fill(app)
    const { id, email } = await buildContact(app)
    const created = await upsert(app, { fresh: 1 })
    const patched = await call(app, ['PATCH', `/contacts/${id}`], { body: { data: { fresh: 1 } } })
    const sent = await postSend(app, { to: email, data: { fresh: { value: 1, persistent: true } } })
    for (const reply of [created, patched, sent]) {
      expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { data: 'too_big' }])
      expect(errorOf(reply).errors?.[0]?.message).toContain('at most 10,000 data keys')
    }
    expect((await upsert(app, { 'fill0-1': 'known', gone: null })).statusCode).toBe(201)
    expect((await postSend(app, { to: email, data: { fresh: 1 } })).statusCode).toBe(200)
  })

  it('are refused in a request with an Idempotency-Key too, which may be repeated when there is room', async () => {
    await fill(app, { room: 1 })
    const repeat = (data: object) =>
      call(app, ['POST', '/contacts'], {
        body: { email: 'ann@example.com', data },
        headers: { 'idempotency-key': JSON.stringify(data) },
      })
    expect((await repeat({ a: 1, b: 1 })).statusCode).toBe(422)
    expect((await repeat({ a: 1 })).statusCode).toBe(201)
    expect((await repeat({ a: 1, b: 1 })).statusCode).toBe(422)
  })

  it('never stop an email: the name of a recipient is kept in a full project', async () => {
    await fill(app)
    await send(app, { to: { name: 'Ann', email: 'ann@example.com' } })
    expect((await readContact(app, 'ann@example.com'))?.data).toEqual({ name: 'Ann' })
    expect((await upsert(app, { name: 'Bob' })).statusCode).toBe(201)
  })

  it('of a file are taken as far as there is room; rows that use others fail, and say so', async () => {
    await fill(app, { room: 1 })
    const job = await buildImport(
      app,
      'email,fill0-1,first,second\nann@example.com,1,2,\nbob@example.com,1,,\neve@example.com,1,,3\n',
    )
    expect(job).toMatchObject({
      status: 'DONE',
      progress: { done: 2, failed: 1 },
      errors: [{ row: 4, field: 'second' }],
    })
    expect(job.errors[0]?.message).toContain('at most 10,000 data keys')
    expect(await readContact(app, 'eve@example.com')).toBeUndefined()
    expect((await readContact(app, 'ann@example.com'))?.data).toEqual({ 'fill0-1': 1, first: 2 })
  })

  it('have room again some time after the contacts that brought them are deleted', async () => {
    await fill(app)
    await sql`delete from contacts where project_id = ${app.project.projectId} and data ? 'fill0-0'`.execute(
      app.deps.database.db,
    )
    expect((await upsert(app, { fresh: 1 })).statusCode).toBe(422)
    for (let look = 0; look < 2; look += 1) {
      test.clock.advance(10 * MINUTE_MS)
      await runJob(app.deps, forgetUnusedKeysJob, { payload: {} })
    }
    expect((await upsert(app, keysOf(1000, 'fresh'))).statusCode).toBe(201)
    expect((await upsert(app, { more: 1 })).statusCode).toBe(422)
  })

  it('of another project do not matter', async () => {
    await fill(app)
    expect((await upsert(test, { fresh: 1 })).statusCode).toBe(201)
  })
})

describe('the data keys of a contact', () => {
  it('are at most 1,000 in a call', async () => {
    const reply = await upsert(test, keysOf(1001))
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { data: 'too_big' }])
    expect((await upsert(test, keysOf(1000))).statusCode).toBe(201)
  })

  it('are at most 1,000 with those that the contact has', async () => {
    const { id, email } = await buildContact(test, { data: keysOf(995) })
    const more = keysOf(6, 'more')
    const replies = [
      await upsert(test, more, email),
      await call(test, ['PATCH', `/contacts/${id}`], { body: { data: more } }),
      await postSend(test, {
        to: email,
        data: Object.fromEntries(Object.keys(more).map((key) => [key, { value: 1, persistent: true }])),
      }),
    ]
    for (const reply of replies) {
      expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { data: 'too_big' }])
      expect(errorOf(reply).errors?.[0]?.message).toContain('at most 1,000 keys')
    }
    const job = await buildImport(
      test,
      `email,${Object.keys(more).join(',')}\nbob@example.com,1\n${email},1,2,3,4,5,6\n`,
    )
    expect(job).toMatchObject({ progress: { done: 1, failed: 1 }, errors: [{ row: 3, field: 'data' }] })
    expect(job.errors[0]?.message).toContain('at most 1,000 keys')
    expect((await upsert(test, { key0: null, ...more }, email)).statusCode).toBe(200)
  })
})
