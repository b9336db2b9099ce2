// Slow filters: contacts cannot be read while a test holds the table.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { expect } from 'vitest'
import type { Db } from '../../../src/platform/db/client.ts'
import { eventually } from '../eventually.ts'
import type { TestApp } from '../test-app.ts'
import { untilBlocked } from './blocked.ts'

const LOOK_EVERY_MS = 10

type BlockedStatement = { pid: number; query: string }

/** The statements that wait for a lock. Not for the transaction that holds it, which sees its own snapshot. */
export async function listWaiting(db: Db): Promise<BlockedStatement[]> {
  const { rows } = await sql<BlockedStatement>`
    select pid, query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    db,
  )
  return rows
}

/** Blocks all reads of contacts until they are released or the work ends, as if every filter took that long. */
export async function whileContactsAreHeld<T>(
  { url }: TestApp,
  work: (release: () => Promise<unknown>) => Promise<T>,
): Promise<T> {
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  try {
    await holder.query('begin; lock table contacts in access exclusive mode')
    return await work(() => holder.query('rollback'))
  } finally {
    await holder.end()
  }
}

/**
 * Every statement with a filter reaches its limit meanwhile. It is ended as PostgreSQL ends it then, only sooner;
 * filter-limit.service.test.ts shows that a statement has the limit.
 */
export async function whileFiltersAreTooSlow<T>(test: TestApp, work: () => Promise<T>): Promise<T> {
  return whileContactsAreHeld(test, async () => {
    let isOver = false
    const result = work().finally(() => (isOver = true))
    while (!isOver) {
      await endWaiting(test.deps.database.db)
      await sleep(LOOK_EVERY_MS)
    }
    return result
  })
}

async function endWaiting(db: Db): Promise<void> {
  for (const { pid } of await listWaiting(db)) await sql`select pg_cancel_backend(${pid})`.execute(db)
}

/**
 * The statement of a caller who disconnects ends before the earlier one of a caller who stays. With the limit alone, the
 * earlier one would end first.
 */
export async function expectEndedWithCaller(
  test: TestApp,
  ask: (signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const { db } = test.deps.database
  const begin = (caller: AbortController) => ask(caller.signal).catch((error: unknown) => error)
  // Tried again if the machine is so busy that the earlier one reaches its limit first.
  await eventually(() =>
    whileContactsAreHeld(test, async (release) => {
      const [staying, leaving] = [new AbortController(), new AbortController()]
      const answers = [begin(staying)]
      try {
        await untilBlocked(db)
        const stays = await listWaiting(db)
        answers.push(begin(leaving))
        await untilBlocked(db, 2)
        leaving.abort()
        const left = await untilOneLess(db)
        expect(left.map(({ pid }) => pid)).toEqual(stays.map(({ pid }) => pid))
      } finally {
        staying.abort()
        leaving.abort()
        await release()
        await Promise.all(answers)
      }
    }),
  )
}

async function untilOneLess(db: Db): Promise<BlockedStatement[]> {
  return eventually(async () => {
    const waiting = await listWaiting(db)
    expect(waiting.length).toBeLessThan(2)
    return waiting
  })
}
