// A full disk, as PostgreSQL tells it: the statement is refused with SQLSTATE 53100 from inside the database, so the
// error takes the same way as the one of a disk that has no block left.
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { call, errorOf } from '../../../test/support/requests.ts'
import type { Reply } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'

const test = useTestApp()

/** Every table that the calls below write to. */
const TABLES = ['contacts', 'emails', 'events', 'operations']

const run = (statement: string) => sql.raw(statement).execute(test.deps.database.db)

async function fillDisk(): Promise<void> {
  await run(`create or replace function disk_is_full() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file "base/16384/2619": No space left on device' using errcode = '53100'; end $$`)
  for (const table of TABLES) {
    await run(`create trigger full_disk before insert on ${table} execute function disk_is_full()`)
  }
}

async function makeRoom(): Promise<void> {
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
})
