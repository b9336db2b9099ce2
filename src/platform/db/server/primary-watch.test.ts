// With two real servers, of which one replicates the other.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { PostgresServer } from '../../../../test/harness/postgres-server.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { createLog } from '../../log/log.ts'
import { findPackage, prepareBinaries } from '../../postgres/binaries.ts'
import { quickestFolder } from '../../postgres/fixtures/scratch.ts'
import { findServerUser } from '../../postgres/server-user.ts'
import { isDatabaseUnavailable } from '../failures/database-errors.ts'
import { openDatabase } from '../client.ts'
import type { Database } from '../client.ts'
import { findPrimary } from './primary.ts'

const QUICK = { fsync: 'off', shared_buffers: '16MB' }

let folder: string
let first: PostgresServer
let second: PostgresServer

beforeAll(async () => {
  folder = mkdtempSync(path.join(quickestFolder(), 'lettermill-standby-'))
  chmodSync(folder, 0o755)
  const user = await findServerUser(undefined)
  const { postgres } = await prepareBinaries(findPackage(), { home: folder, user, onLog: () => undefined })
  const bin = path.dirname(postgres)
  first = await PostgresServer.make({ bin, folder: path.join(folder, 'first'), settings: QUICK })
  second = await first.copyAsStandby(path.join(folder, 'second'))
  await first.start()
  await second.start()
})
afterAll(async () => {
  await Promise.all([first.kill(), second.kill()])
  rmSync(folder, { recursive: true, force: true })
})

const urls = () => [first, second].map((server) => server.urlOf('postgres'))

async function open(given = urls()): Promise<Database> {
  const watchLimits = { intervalMs: 100, pauseMs: 50 }
  const database = openDatabase({ poolSize: 2, log: createLog('silent'), watchLimits })
  onTestFinished(() => database.close())
  await database.connectTo(given)
  return database
}

const portOf = async ({ pool }: Database): Promise<number> => {
  const { rows } = await pool.query<{ port: number }>(
    "select current_setting('port')::int as port, pg_is_in_recovery() as standby",
  )
  return rows[0]?.port ?? 0
}

/** The server waits for its standby from some moment after it was told to; a row before that is committed at once. */
async function insertUntilRefused(pool: Database['pool']): Promise<unknown> {
  for (;;) {
    try {
      await pool.query('insert into confirmed values (1)')
    } catch (error) {
      return error
    }
  }
}

/** Goes through the life of two servers; each step begins where the one before it ended. */
describe('a pool with two servers', () => {
  it('goes to the one that accepts writes, in either order', async () => {
    expect(await portOf(await open())).toBe(first.port)
    expect(await portOf(await open(urls().toReversed()))).toBe(first.port)
  })

  it('never writes to a standby, also when that is the only one that answers', async () => {
    const database = await open()
    await portOf(database)
    await first.kill()
    const refused: unknown[] = []
    await eventually(async () => {
      await database.pool.query('create table never (n int)').catch((error: unknown) => refused.push(error))
      expect(refused.length).toBeGreaterThan(2)
    })
    expect(refused.every(isDatabaseUnavailable)).toBe(true)
    await first.start()
    await eventually(async () => expect(await portOf(database)).toBe(first.port))
  })

  it('does not take a commit for done that somebody cancelled while it waited for the synchronous standby', async () => {
    const { pool } = await open()
    await pool.query('create table confirmed (n int)')
    await first.query("alter system set synchronous_standby_names = '*'")
    await first.query('select pg_reload_conf()')
    second.pause()
    try {
      const outcome = insertUntilRefused(pool)
      await eventually(async () => {
        const waiting = "from pg_stat_activity where wait_event = 'SyncRep'"
        expect(await first.query(`select pg_cancel_backend(pid) ${waiting}`)).toHaveLength(1)
      })
      expect(String(await outcome)).toContain('was not confirmed by the synchronous standby')
      expect(isDatabaseUnavailable(await outcome)).toBe(true)
    } finally {
      second.resume()
    }
    await pool.query('insert into confirmed values (2)')
    await first.query('alter system reset synchronous_standby_names')
    await first.query('select pg_reload_conf()')
  })

  it('follows a fail-over, and does not return to the old primary', async () => {
    const database = await open()
    expect(await portOf(database)).toBe(first.port)
    // Nothing is answered, and no connection is closed.
    first.pause()
    await second.promote()
    await eventually(async () => expect(await portOf(database)).toBe(second.port))
    first.resume()
    // The old one answers again, as a primary, and knows nothing of the other.
    await eventually(async () => expect(await findPrimary([urls()[0] ?? ''])).toMatchObject({ timeline: 1 }))
    expect(await findPrimary(urls())).toEqual({ url: urls()[1], timeline: 2 })
    await second.kill()
    await expect(database.pool.query('select 1')).rejects.toSatisfy(isDatabaseUnavailable)
    expect(await findPrimary(urls())).toMatchObject({ url: urls()[0] })
    await expect(database.pool.query('create table never (n int)')).rejects.toSatisfy(isDatabaseUnavailable)
    await second.start()
    await eventually(async () => expect(await portOf(database)).toBe(second.port))
    expect(await first.query("select to_regclass('never') as there")).toEqual([{ there: null }])
  })

  it('leaves an old primary for the new one, though no connection is lost', async () => {
    await second.kill()
    const database = await open()
    expect(await portOf(database)).toBe(first.port)
    await second.start()
    await eventually(async () => expect(await portOf(database)).toBe(second.port))
  })
})
