import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { countDeadlocks } from '../../../../test/support/database/deadlocks.ts'
import { newAddress, readContact } from '../../../../test/support/factories.ts'
import { call, errorOf } from '../../../../test/support/requests.ts'
import { postSend } from '../../../../test/support/send-steps.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { inTransaction } from '../client.ts'
import { copyTransaction } from '../copy.ts'
import { executePrepared } from '../prepared.ts'

const test = useTestApp()

// A sequence is not rolled back, so it counts the deadlocks still to come across attempts.
beforeAll(async () => {
  await sql`create sequence deadlocks_to_come minvalue -1000`.execute(test.deps.database.db)
  await sql`
    create function meet_deadlock(code text default '40P01') returns int language plpgsql as $$
    begin
      if nextval('deadlocks_to_come') <= 0 then raise exception 'met' using errcode = code; end if;
      return 1;
    end $$`.execute(test.deps.database.db)
})

/** The next `times` calls of meet_deadlock fail. */
async function plan(deadlocks: number): Promise<void> {
  await sql`select setval('deadlocks_to_come', ${-deadlocks})`.execute(test.deps.database.db)
}

/** Inserting a contact with this address meets them. */
async function planFor(email: string, deadlocks: number): Promise<void> {
  await plan(deadlocks)
  await sql`
    create function meet_one() returns trigger language plpgsql as $$
    begin
      if new.email = '${sql.raw(email)}' then perform meet_deadlock(); end if;
      return new;
    end $$;
    create trigger meet_one before insert on contacts for each row execute function meet_one()`.execute(
    test.deps.database.db,
  )
  onTestFinished(async () => {
    await sql`drop function meet_one cascade`.execute(test.deps.database.db)
  })
}

const MEET: RawBuilder<{ met: number }> = sql`select meet_deadlock() as met`

const WAYS_TO_RUN: Record<string, (statement: RawBuilder<{ met: number }>) => Promise<unknown>> = {
  'a statement outside a transaction': async (statement) =>
    (await statement.execute(test.deps.database.db)).rows,
  'a transaction': (statement) =>
    inTransaction(test.deps.database.db, async (trx) => (await statement.execute(trx)).rows),
  'a prepared statement': (statement) => executePrepared(test.deps.database, 'meet', statement),
  'a transaction that copies': (statement) =>
    copyTransaction(test.deps.database, async (trx) => (await statement.execute(trx)).rows),
}

describe.each(Object.entries(WAYS_TO_RUN))('%s', (_name, run) => {
  it('is tried again after deadlocks, which are counted', async () => {
    const before = await countDeadlocks(test)
    await plan(3)
    expect(await run(MEET)).toEqual([{ met: 1 }])
    expect((await countDeadlocks(test)) - before).toBe(3)
  })

  it('is given up in the end', async () => {
    await plan(100)
    await expect(run(MEET)).rejects.toMatchObject({ code: '40P01' })
  })

  it('is not tried again after another error', async () => {
    await plan(2)
    await expect(run(sql`select meet_deadlock('23503') as met`)).rejects.toMatchObject({ code: '23503' })
  })
})

describe('a transaction', () => {
  it('is tried again after a serialization failure', async () => {
    await plan(1)
    const { rows } = await inTransaction(test.deps.database.db, (trx) =>
      sql`select meet_deadlock('40001') as met`.execute(trx),
    )
    expect(rows).toEqual([{ met: 1 }])
  })

  it('is tried again as a whole, not by the statement that failed', async () => {
    await plan(1)
    const tries: number[] = []
    await inTransaction(test.deps.database.db, async (trx) => {
      tries.push(1)
      await sql`create temporary table of_one_try (n int) on commit drop`.execute(trx)
      await MEET.execute(trx)
    })
    expect(tries).toHaveLength(2)
  })

  it('that is part of another is left to the other', async () => {
    await plan(1)
    const tries: number[] = []
    await inTransaction(test.deps.database.db, (outer) =>
      inTransaction(outer, async (inner) => {
        tries.push(1)
        await MEET.execute(inner)
      }),
    )
    expect(tries).toHaveLength(2)
  })
})

describe('a request that meets deadlocks', () => {
  it.each([
    ['without an Idempotency-Key', {}],
    ['with one', { 'idempotency-key': 'met' }],
  ])('%s is answered as if there had been none', async (_name, headers) => {
    const email = newAddress()
    await planFor(email, 2)
    const reply = await call(test, ['POST', '/contacts'], { body: { email }, headers })
    expect([reply.statusCode, reply.json()]).toMatchObject([201, { email, _meta: { isNew: true } }])
    expect(await readContact(test, email)).toMatchObject({ email })
  })

  it('with an Idempotency-Key does its work once, and stores the answer', async () => {
    const email = newAddress()
    await planFor(email, 2)
    const headers = { 'idempotency-key': 'once' }
    const first = await postSend(test, { to: [newAddress(), email] }, { headers })
    expect(first.statusCode).toBe(200)
    const emails = await sql<{ n: number }>`
      select count(*)::int as n from all_emails where address = ${email}`.execute(test.deps.database.db)
    expect(emails.rows).toEqual([{ n: 1 }])
  })

  it.each([
    ['without an Idempotency-Key', {}],
    ['with one', { 'idempotency-key': 'again and again' }],
  ])('%s is answered 503 when they do not end, and nothing is left of it', async (_name, headers) => {
    const email = newAddress()
    await planFor(email, 100)
    const reply = await call(test, ['POST', '/contacts'], { body: { email }, headers })
    expect([reply.statusCode, errorOf(reply).code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
    await plan(0)
    const again = await call(test, ['POST', '/contacts'], { body: { email }, headers })
    expect([again.statusCode, again.headers['idempotency-replayed']]).toEqual([201, undefined])
  })
})
