// How a node uses the address of a pooler. npm run proof:pgbouncer has a real one.
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { inTransaction, openDatabase } from '../client.ts'
import type { Database, Db, Trx } from '../client.ts'
import { JOB_LIMIT_MS, NO_LIMIT_MS } from '../failures/statement-limits.ts'
import { executePrepared } from '../prepared.ts'
import { checkPooler } from './pooler.ts'

const test = useTestApp()

/** One connection, so that all statements reach the same session. */
function openPooled(): Database {
  const { log, database } = test.deps
  const pooled = openDatabase({ urls: [test.url], poolSize: 1, log, pooler: { direct: database } })
  onTestFinished(() => pooled.close())
  return pooled
}

const double = (n: number) => sql<{ doubled: number }>`select ${n}::int * 2 as doubled`

async function settingOf(db: Db | Trx, name: string): Promise<string> {
  const { rows } = await sql<{ setting: string }>`select current_setting(${name}) as setting`.execute(db)
  return rows[0]?.setting ?? ''
}

describe('a database behind a pooler', () => {
  it('gets prepared statements without their names, in a transaction and outside', async () => {
    const pooled = openPooled()
    expect(await executePrepared(pooled, 'double', double(1))).toEqual([{ doubled: 2 }])
    await inTransaction(pooled.db, async (trx) => {
      expect(await executePrepared(trx, 'double', double(2))).toEqual([{ doubled: 4 }])
      expect((await sql`select from pg_prepared_statements where name <> ''`.execute(trx)).rows).toEqual([])
    })
  })

  it('keeps the settings of its sessions', async () => {
    const pooled = openPooled()
    const { db } = pooled
    const before = await settingOf(db, 'statement_timeout')
    await settingOf(pooled.within(2_000).db, 'statement_timeout')
    expect([before, await settingOf(db, 'statement_timeout')]).toEqual(['0', '0'])
  })

  it.each([
    [JOB_LIMIT_MS, '15min'],
    [NO_LIMIT_MS, '0'],
  ])('leaves what may take %i ms to PostgreSQL itself', async (limitMs, setting) => {
    const pooled = openPooled()
    expect(await settingOf(pooled.within(limitMs).db, 'statement_timeout')).toBe(setting)
    expect(pooled.pool.totalCount).toBe(0)
  })
})

describe('checkPooler', () => {
  function openPool(url: string, settings = ''): pg.Pool {
    const pool = new pg.Pool({ connectionString: url, max: 1, options: settings })
    onTestFinished(() => pool.end())
    return pool
  }
  const LIMIT = '-c statement_timeout=10000'
  const check = (pooled: pg.Pool) => checkPooler({ pooled, direct: openPool(test.url) })

  it('accepts sessions with a limit that lead to the same database', async () => {
    await expect(check(openPool(test.url, LIMIT))).resolves.toBeUndefined()
  })

  it.each(['', '-c statement_timeout=31000', `${LIMIT} -c log_parameter_max_length_on_error=-1`])(
    'names what is missing in pgbouncer.ini, for sessions with "%s"',
    async (settings) => {
      await expect(check(openPool(test.url, settings))).rejects.toThrow(
        "connect_query='set statement_timeout = 10000; set log_parameter_max_length_on_error = 0'",
      )
    },
  )

  it('refuses another database', async () => {
    const other = new URL(test.url)
    other.pathname = '/postgres'
    await expect(check(openPool(other.href, LIMIT))).rejects.toThrow(
      'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases.',
    )
  })

  it('says which of the two does not answer', async () => {
    const nobody = openPool('postgres://nobody@127.0.0.1:9/none')
    await expect(check(nobody)).rejects.toThrow('The database of DATABASE_URL (PgBouncer) does not answer')
    const direct = openPool('postgres://nobody@127.0.0.1:9/none')
    await expect(checkPooler({ pooled: openPool(test.url, LIMIT), direct })).rejects.toThrow(
      'The database of DATABASE_DIRECT_URL does not answer',
    )
  })
})
