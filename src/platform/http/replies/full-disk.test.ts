// A full disk as PostgreSQL reports it: the statement is refused with SQLSTATE 53100 inside the database, so the error
// takes the same path as the one of a real full disk.
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { databaseUrl } from '../../../../test/support/database/database-url.ts'
import { call, errorOf } from '../../../../test/support/requests.ts'
import type { Reply } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'

const test = useTestApp()

/** Every table that the calls below write to. */
const TABLES = ['contacts', 'emails', 'events', 'operations']

/** Only the superuser can create event triggers, which refuse a new table. */
async function asAdmin(statement: string): Promise<void> {
  const url = databaseUrl(inject('adminUrl'), new URL(test.url).pathname.slice(1))
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(statement)
  await admin.end()
}

const run = (statement: string) => sql.raw(statement).execute(test.deps.database.db)

async function fillDisk(): Promise<void> {
  await run(`create or replace function disk_is_full() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file "base/16384/2619": No space left on device' using errcode = '53100'; end $$`)
  for (const table of TABLES) {
    await run(`create trigger full_disk before insert on ${table} execute function disk_is_full()`)
  }
  await asAdmin(`create or replace function no_new_table() returns event_trigger language plpgsql as $$
    begin raise exception 'could not create file "base/16384/2620": No space left on device' using errcode = '53100'; end $$;
    create event trigger full_disk on ddl_command_start when tag in ('CREATE TABLE AS') execute function no_new_table()`)
}

async function makeRoom(): Promise<void> {
  await asAdmin('drop event trigger if exists full_disk')
  for (const table of TABLES) await run(`drop trigger if exists full_disk on ${table}`)
}

function expectFull(reply: Reply): void {
  expect(reply.statusCode).toBe(503)
  expect(errorOf(reply)).toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    message: 'The disk of the database is full.',
  })
  expect(reply.headers['retry-after']).toBe('30')
  expect(reply.body).not.toMatch(/base\/|extend|53100/)
}

const email = { to: 'ada@example.com', from: 'me@shop.test', subject: 'Hello', body: 'Hello' }

const WRITES = [
  { what: 'a write of its own', url: '/contacts', body: { email: 'ada@example.com' } },
  {
    what: 'a write in a transaction',
    url: '/contacts',
    body: { email: 'ada@example.com' },
    headers: { 'idempotency-key': 'full' },
  },
  { what: 'a write that shares its statement', url: '/v1/send', body: email },
  { what: 'an event', url: '/v1/track', body: { event: 'signup', email: 'ada@example.com' } },
  { what: 'a job', url: '/contacts/bulk', body: { action: 'subscribe', filter: {} } },
]

describe('while the disk of the database is full', () => {
  beforeEach(fillDisk)
  afterEach(makeRoom)

  it.each(WRITES)(
    '$what is answered 503, and goes through once there is room',
    async ({ url, ...options }) => {
      expectFull(await call(test, ['POST', url], options))
      await makeRoom()
      expect((await call(test, ['POST', url], options)).statusCode).toBeLessThan(300)
    },
  )

  it('what only reads is answered', async () => {
    expect((await call(test, ['GET', '/contacts'])).statusCode).toBe(200)
  })

  it('GET /ready is 503 from the first write that fails until there is room, and GET /health stays 200', async () => {
    expectFull(await call(test, ['POST', '/contacts'], { body: { email: 'ada@example.com' } }))
    for (let round = 0; round < 2; round += 1) {
      expectFull(await call(test, ['GET', '/ready'], { key: null }))
      expect((await call(test, ['GET', '/health'], { key: null })).statusCode).toBe(200)
    }
    await makeRoom()
    for (let round = 0; round < 2; round += 1) {
      expect((await call(test, ['GET', '/ready'], { key: null })).statusCode).toBe(200)
    }
  })
})
