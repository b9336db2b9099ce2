// Two concurrent requests with one Idempotency-Key, and requests that fail in the middle. The first request waits for a
// lock on the row that it is going to change.
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { sql } from 'kysely'
import type { ControlledTransaction } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import { buildContact, readContact } from '../../../test/support/factories.ts'
import { call, errorOf } from '../../../test/support/requests.ts'
import type { Reply } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { DB } from '../db/tables.ts'

const test = useTestApp()

const isReplay = (reply: Reply) => reply.headers['idempotency-replayed'] === 'true'

const change = (contactId: string, key: string) =>
  call(test, ['PATCH', `/contacts/${contactId}`], {
    body: { data: { changed: true } },
    headers: { 'idempotency-key': key },
  })

async function lockContact(contactId: string): Promise<ControlledTransaction<DB>> {
  const trx = await test.deps.database.db.startTransaction().execute()
  await sql`select from contacts where id = ${contactId} for update`.execute(trx)
  return trx
}

type Session = { pid: number; state: string; wait_event_type: string | null }

/** The sessions of other connections to this database. */
async function openTransactions(): Promise<Session[]> {
  const { rows } = await sql<Session>`
    select pid, state, wait_event_type from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
      and backend_type = 'client backend'`.execute(test.deps.database.db)
  return rows
}

async function waitForBlocked(): Promise<number> {
  return eventually(async () => {
    const blocked = (await openTransactions()).find((session) => session.wait_event_type === 'Lock')
    if (!blocked) throw new Error('nobody waits for a lock')
    return blocked.pid
  })
}

describe('a second request while the first is running', () => {
  it('is a 409 that says when to come back, and then gets the answer of the first', async () => {
    const { id } = await buildContact(test)
    const key = randomUUID()
    const lock = await lockContact(id)
    const first = change(id, key)
    await waitForBlocked()

    const second = await change(id, key)
    expect(second.statusCode).toBe(409)
    expect(errorOf(second).code).toBe('IDEMPOTENCY_IN_PROGRESS')
    expect(Number(second.headers['retry-after'])).toBeGreaterThanOrEqual(1)

    await lock.rollback().execute()
    expect((await first).statusCode).toBe(200)
    const third = await change(id, key)
    expect(third.statusCode).toBe(200)
    expect(isReplay(third)).toBe(true)
    expect(third.body).toBe((await first).body)
  })

  it('of another project is not held up by it', async () => {
    const { id } = await buildContact(test)
    const key = randomUUID()
    const lock = await lockContact(id)
    const first = change(id, key)
    await waitForBlocked()
    const theirs = await call(test, ['PATCH', '/project'], {
      key: test.other.secretKey,
      body: {},
      headers: { 'idempotency-key': key },
    })
    expect(theirs.statusCode).toBe(200)
    await lock.rollback().execute()
    await first
  })

  it('of twenty at once has one effect', async () => {
    const key = randomUUID()
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        call(test, ['POST', '/keys'], { body: { name: 'Twenty' }, headers: { 'idempotency-key': key } }),
      ),
    )
    const made = replies.filter((reply) => reply.statusCode === 201)
    const busy = replies.filter((reply) => reply.statusCode === 409)
    expect(made.length).toBeGreaterThanOrEqual(1)
    expect(made.length + busy.length).toBe(20)
    expect(made.filter((reply) => !isReplay(reply))).toHaveLength(1)
    expect(new Set(made.map((reply) => reply.json<{ id: string }>().id)).size).toBe(1)
    for (const reply of busy) expect(errorOf(reply).code).toBe('IDEMPOTENCY_IN_PROGRESS')
    const { rows } = await sql`select from api_keys where name = 'Twenty'`.execute(test.deps.database.db)
    expect(rows).toHaveLength(1)
  })
})

describe('a request that ends badly', () => {
  it('leaves neither effect nor answer when the commit fails', async () => {
    const { db } = test.deps.database
    await sql`
      create function refuse_commit() returns trigger language plpgsql as $$ begin raise 'not today'; end $$`.execute(
      db,
    )
    await sql`
      create constraint trigger refuse_commit after insert on contacts deferrable initially deferred
      for each row when (new.email = 'unlucky@example.com') execute function refuse_commit()`.execute(db)
    const send = () =>
      call(test, ['POST', '/contacts'], {
        body: { email: 'unlucky@example.com' },
        headers: { 'idempotency-key': 'unlucky' },
      })
    const failed = await send()
    expect(failed.statusCode).toBe(500)
    expect(errorOf(failed).code).toBe('INTERNAL_SERVER_ERROR')
    expect(failed.headers['x-request-id']).toBeDefined()
    expect(failed.body).not.toContain('not today')
    expect(await readContact(test, 'unlucky@example.com')).toBeUndefined()

    await sql`drop trigger refuse_commit on contacts`.execute(db)
    const second = await send()
    expect(second.statusCode).toBe(201)
    expect(isReplay(second)).toBe(false)
    expect(await openTransactions()).toEqual([])
  })

  it('is a 503 when the database drops its connection, and takes no connection with it', async () => {
    const { id } = await buildContact(test)
    const key = randomUUID()
    const lock = await lockContact(id)
    const first = change(id, key)
    const pid = await waitForBlocked()
    await sql`select pg_terminate_backend(${pid})`.execute(test.deps.database.db)
    const reply = await first
    await lock.rollback().execute()
    expect(reply.statusCode).toBe(503)
    expect(errorOf(reply).code).toBe('SERVICE_UNAVAILABLE')

    const second = await change(id, key)
    expect(second.statusCode).toBe(200)
    expect(isReplay(second)).toBe(false)
    const { pool } = test.deps.database
    await eventually(() => expect(pool.idleCount).toBe(pool.totalCount))
  })

  describe('because its client went away', () => {
    beforeAll(() => test.app.listen({ port: 0, host: '127.0.0.1' }))

    it('leaves no transaction open, and its answer for the repetition', async () => {
      const { id } = await buildContact(test)
      const key = randomUUID()
      const body = '{"data":{"changed":true}}'
      const lock = await lockContact(id)
      const socket = connect(Number(new URL(test.app.listeningOrigin).port), '127.0.0.1')
      socket.write(
        `PATCH /contacts/${id} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${test.project.secretKey}\r\n` +
          `Idempotency-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      )
      await waitForBlocked()
      socket.destroy()
      await lock.rollback().execute()
      await eventually(async () => expect(await openTransactions()).toEqual([]))
      const { pool } = test.deps.database
      expect(pool.idleCount).toBe(pool.totalCount)
      expect(isReplay(await change(id, key))).toBe(true)
    })
  })
})
