import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import type { TestContext } from 'vitest'
import { openCable } from '../../../../test/support/servers/cable.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { inTransaction, openDatabase } from '../client.ts'
import type { Database } from '../client.ts'
import { isDatabaseUnavailable } from './database-errors.ts'
import { executePrepared } from '../prepared.ts'

const test = useTestApp()

const SHORT_MS = 200
/** How long after the limit of a statement a frozen server is given up. */
const FREEZE = { graceMs: 300, sweepMs: 50 }

/** Until the end of the test, with other tests running concurrently. */
function open({ onTestFinished }: TestContext, url = test.url): Database {
  const database = openDatabase({ urls: [url], poolSize: 1, log: test.deps.log, freezeLimits: FREEZE })
  onTestFinished(() => database.close())
  return database
}

const sleepFor = (seconds: number) =>
  sql<{ n: number }>`select 1 as n from (select pg_sleep(${seconds})) as slept`

/** Every way to run a statement. */
const WAYS: [string, (database: Database, seconds: number) => Promise<unknown>][] = [
  ['by the query builder', ({ db }, seconds) => sleepFor(seconds).execute(db)],
  ['in a transaction', ({ db }, seconds) => inTransaction(db, (trx) => sleepFor(seconds).execute(trx))],
  ['prepared', (database, seconds) => executePrepared(database, 'sleep', sleepFor(seconds))],
  [
    'prepared in a transaction',
    ({ db }, seconds) => inTransaction(db, (trx) => executePrepared(trx, 'sleep', sleepFor(seconds))),
  ],
  ['of the pool', ({ pool }, seconds) => pool.query('select pg_sleep($1)', [seconds])],
]

// Concurrently, since nearly all of it is waiting.
describe.concurrent.each(WAYS)('a statement %s', (_way, run) => {
  it('that takes longer than its limit is ended, and the next one runs', async (context) => {
    const database = open(context)
    const error: unknown = await run(database.within(SHORT_MS), 60).catch((cause: unknown) => cause)
    expect(error).toMatchObject({ code: '57014' })
    expect(isDatabaseUnavailable(error)).toBe(true)
    await run(database, 0)
  })

  it('has the limit of who runs it, whatever the connection was used for before', async (context) => {
    const database = open(context)
    for (let round = 0; round < 2; round += 1) {
      await expect(run(database.within(SHORT_MS), 60)).rejects.toThrow('statement timeout')
      await run(database.within(0), (2 * SHORT_MS) / 1000)
      await run(database, (2 * SHORT_MS) / 1000)
    }
  })
})

describe('a statement of a request', () => {
  it('has ten seconds', async (context) => {
    const { rows } = await sql`show statement_timeout`.execute(open(context).db)
    expect(rows).toEqual([{ statement_timeout: '10s' }])
  })
})

describe('a connection lent in the older way, by a callback', () => {
  it('has the limit too, and goes back to the pool', async (context) => {
    const { pool } = open(context).within(SHORT_MS)
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    pool.connect((error, client, release) => {
      if (error) reject(error)
      else client?.query('show statement_timeout').then(resolve, reject).finally(release)
    })
    expect(await promise).toMatchObject({ rows: [{ statement_timeout: `${SHORT_MS}ms` }] })
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  it('is told when there is none', async (context) => {
    const { pool } = open(context, 'postgres://nobody@127.0.0.1:9/none')
    const error = await new Promise((resolve) => pool.connect(resolve))
    expect(isDatabaseUnavailable(error)).toBe(true)
  })
})

describe.concurrent('a server that does not answer any more', () => {
  it('is given up some time after the limit, and another connection is made', async (context) => {
    const cable = await openCable(test.url)
    const database = open(context, cable.url)
    await database.pool.query('select 1')
    cable.freeze()
    const { pool, db } = database.within(SHORT_MS)
    const [outside, inside] = [
      await pool.query('select 1').catch((cause: unknown) => cause),
      await inTransaction(db, (trx) => sleepFor(0).execute(trx)).catch((cause: unknown) => cause),
    ]
    expect(isDatabaseUnavailable(outside)).toBe(true)
    expect(isDatabaseUnavailable(inside)).toBe(true)
    cable.thaw()
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await database.close()
    cable.cut()
  })

  it('is not one that has nothing to say, such as a connection that listens', async (context) => {
    const { pool } = open(context).within(SHORT_MS)
    const listener = await pool.connect()
    await listener.query('listen something')
    const heard = new Promise((resolve) => {
      listener.on('notification', ({ channel }) => resolve(channel))
    })
    // Several times as long as a frozen connection is tolerated.
    await test.deps.database.pool.query('select pg_sleep(1.5)')
    const other = new pg.Client({ connectionString: test.url })
    await other.connect()
    await other.query('notify something')
    await other.end()
    expect(await heard).toBe('something')
    listener.release()
  })
})
