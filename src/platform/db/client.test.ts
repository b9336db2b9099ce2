import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { useTestApp } from '../../../test/support/test-app.ts'
import { inTransaction, openDatabase } from './client.ts'
import type { Database, DatabaseOptions, Db, Trx } from './client.ts'
import { copyText, copyTransaction } from './copy.ts'
import { foldCounters, readCounter } from './counters.ts'
import { cutPage } from './page.ts'
import { findPrimary } from './server/primary.ts'
import { checkServer } from './server/server-check.ts'

const test = useTestApp()

const NOBODY = 'postgres://nobody@127.0.0.1:9/none'

function open(urls?: readonly string[], options: Partial<DatabaseOptions> = {}): Database {
  const database = openDatabase({ poolSize: 2, log: test.deps.log, ...(urls && { urls }), ...options })
  onTestFinished(() => database.close())
  return database
}

describe('numbers from the database', () => {
  it('are numbers, also those that count', async () => {
    const { rows } = await sql`select count(*) as n, 9007199254740991::bigint as most, 1::int as i`.execute(
      test.deps.database.db,
    )
    expect(rows).toEqual([{ n: 1, most: Number.MAX_SAFE_INTEGER, i: 1 }])
  })
})

describe('a database whose rows are looked up by key', () => {
  const planFor = async ({ pool }: Database) => {
    const { rows } = await pool.query(
      "explain select from projects where id = '01a1e450-d111-7000-8cd8-55afb913e3f1'",
    )
    return JSON.stringify(rows)
  }

  it('reads no table whole, where others would read a short one', async () => {
    const { database } = test.deps
    await database.pool.query('analyze projects')
    expect(await planFor(database)).toContain('Seq Scan')
    expect(await planFor(open([test.url], { looksUpByKey: true }))).not.toContain('Seq Scan')
  })
})

describe('inTransaction', () => {
  const insert = (db: Db | Trx, poolId: string) =>
    db.insertInto('worker_heartbeats').values({ pool_id: poolId, seen_at: new Date() }).execute()
  const isThere = async (poolId: string) =>
    (
      await test.deps.database.db
        .selectFrom('worker_heartbeats')
        .select('pool_id')
        .where('pool_id', '=', poolId)
        .execute()
    ).length === 1

  it('undoes everything when the work fails', async () => {
    const work = inTransaction(test.deps.database.db, async (trx) => {
      await insert(trx, 'undone')
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    expect(await isThere('undone')).toBe(false)
  })

  it('joins a transaction that is open: what is inside goes with what is outside', async () => {
    const outer = test.deps.database.db.transaction().execute(async (trx) => {
      await inTransaction(trx, (inner) => insert(inner, 'inner'))
      throw new Error('no')
    })
    await expect(outer).rejects.toThrow('no')
    expect(await isThere('inner')).toBe(false)
  })

  it('keeps what is done, and hands out its result', async () => {
    expect(await inTransaction(test.deps.database.db, async (trx) => (await insert(trx, 'kept'), 7))).toBe(7)
    expect(await isThere('kept')).toBe(true)
  })
})

describe('the primary of several servers', () => {
  it('is the first that answers', async () => {
    expect(await findPrimary([NOBODY, test.url])).toEqual({ url: test.url, timeline: 1 })
    expect(await findPrimary([NOBODY])).toBeUndefined()
  })

  it('is where new connections go', async () => {
    const database = open()
    await database.connectTo([NOBODY, test.url])
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  it('may be missing for a while, but not at the start', async () => {
    await expect(open().connectTo([NOBODY, NOBODY])).rejects.toThrow(
      'No server of DATABASE_URL answers as primary.',
    )
    const database = open([test.url])
    await database.connectTo([NOBODY, NOBODY])
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })
})

describe('checkServer', () => {
  const poolWith = (options?: string): pg.Pool => {
    const pool = new pg.Pool({
      connectionString: test.url,
      max: 1,
      ...(options !== undefined && { options }),
    })
    onTestFinished(() => pool.end())
    return pool
  }

  it('is content with the server that we bring', async () => {
    await expect(checkServer(poolWith())).resolves.toBeUndefined()
  })

  it('refuses a server that forgets what it has acknowledged', async () => {
    await expect(checkServer(poolWith('-c synchronous_commit=off'))).rejects.toThrow(
      'synchronous_commit = off',
    )
  })
})

describe('counters', () => {
  const add = (label: string, delta: number) =>
    test.deps.database.db
      .insertInto('counter_deltas')
      .values({ project_id: test.project.projectId, counter: 'test', label, delta })
      .execute()
  const read = async (projectId = test.project.projectId) =>
    Object.fromEntries(await readCounter(test.deps.database.db, { projectId, counter: 'test' }))
  const deltas = async () =>
    (
      await test.deps.database.db
        .selectFrom('counter_deltas')
        .selectAll()
        .where('counter', '=', 'test')
        .execute()
    ).length

  it('are exact before, between and after folding, and another project sees nothing of them', async () => {
    await add('a', 3)
    await add('b', 1)
    expect(await read()).toEqual({ a: 3, b: 1 })
    await foldCounters(test.deps.database.db)
    expect(await deltas()).toBe(0)
    await add('a', -1)
    await add('b', -1)
    expect(await read()).toEqual({ a: 2 })
    await foldCounters(test.deps.database.db)
    expect(await read()).toEqual({ a: 2 })
    expect(await read(test.other.projectId)).toEqual({})
  })

  it('leave no row behind for a label that is back at zero', async () => {
    const { db } = test.deps.database
    await add('passing', 2)
    await foldCounters(db)
    await add('passing', -2)
    await foldCounters(db)
    const rows = await db.selectFrom('counters').select('label').where('label', '=', 'passing').execute()
    expect(rows).toEqual([])
    await add('passing', 1)
    await foldCounters(db)
    expect(await read()).toMatchObject({ passing: 1 })
  })

  it('can be read by label, which asks for that one alone', async () => {
    await add('wanted', 4)
    await foldCounters(test.deps.database.db)
    await add('wanted', 1)
    const one = (label: string) =>
      readCounter(test.deps.database.db, { projectId: test.project.projectId, counter: 'test', label })
    expect([...(await one('wanted'))]).toEqual([['wanted', 5]])
    expect([...(await one('unknown'))]).toEqual([])
  })

  it('lose and double nothing when several fold while others write', async () => {
    const before = (await read())['busy'] ?? 0
    const work = Array.from({ length: 60 }, (_, index) =>
      index % 3 === 0 ? foldCounters(test.deps.database.db) : add('busy', 1),
    )
    await Promise.all(work)
    expect(await read()).toMatchObject({ busy: before + 40 })
    await foldCounters(test.deps.database.db)
    expect(await read()).toMatchObject({ busy: before + 40 })
  })

  it('lose and double nothing when a label goes through zero meanwhile', async () => {
    const work = Array.from({ length: 90 }, (_, index) =>
      index % 3 === 0 ? foldCounters(test.deps.database.db) : add('swinging', index % 3 === 1 ? 1 : -1),
    )
    await Promise.all(work)
    await foldCounters(test.deps.database.db)
    expect((await read())['swinging']).toBeUndefined()
    await add('swinging', 7)
    expect(await read()).toMatchObject({ swinging: 7 })
  })
})

describe('COPY', () => {
  const VALUES = [
    'plain',
    'tab\there',
    'line\nbreak',
    'return\r',
    'back\\slash',
    '\\N',
    '\\.',
    '',
    'ünï 😀',
    null,
  ]

  it('brings every text over unchanged', async () => {
    const rows = await copyTransaction(test.deps.database, async (trx, copyInto) => {
      await sql`create temporary table copied (n int, t text, b boolean) on commit drop`.execute(trx)
      const lines = VALUES.map((value, n) => `${n}\t${copyText(value)}\t${copyText(n % 2 === 0)}\n`)
      await copyInto('copied', lines.join(''))
      return (await sql<{ t: string | null; b: boolean }>`select t, b from copied order by n`.execute(trx))
        .rows
    })
    expect(rows.map(({ t }) => t)).toEqual(VALUES)
    expect(rows.map(({ b }) => b)).toEqual(VALUES.map((_, n) => n % 2 === 0))
  })

  it('that fails undoes the transaction and leaves the pool whole', async () => {
    const work = copyTransaction(test.deps.database, async (trx, copyInto) => {
      await sql`insert into worker_heartbeats values ('copied', now())`.execute(trx)
      await copyInto('worker_heartbeats', 'too few columns\n')
    })
    await expect(work).rejects.toThrow('missing data for column')
    const { rows } = await sql`select from worker_heartbeats where pool_id = 'copied'`.execute(
      test.deps.database.db,
    )
    expect(rows).toEqual([])
    const { pool } = test.deps.database
    expect(pool.idleCount).toBe(pool.totalCount)
  })

  it('whose connection is lost while rows wait to be sent fails like any statement', async () => {
    const slowReader = await startSlowReader(test.url)
    const database = open([slowReader.url])
    let failed = false
    const work = copyTransaction(database, async (trx, copyInto) => {
      await sql`create temporary table copied (t text) on commit drop`.execute(trx)
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
      void slowReader.paused.then(() =>
        sql`select pg_terminate_backend(${rows[0]?.pid}::int)`.execute(test.deps.database.db),
      )
      await copyInto('copied', `${'x'.repeat(1_000)}\n`.repeat(20_000)).finally(() => {
        failed = true
        slowReader.goOn()
      })
    })
    await expect(work).rejects.toThrow('onnection')
    expect(failed).toBe(true)
    const { rows } = await database.pool.query('select 1 as one')
    expect(rows).toEqual([{ one: 1 }])
  })
})

/** The database behind a relay that stops reading at the first large piece of a client. */
async function startSlowReader(databaseUrl: string) {
  const { username, password, pathname, port, searchParams } = new URL(databaseUrl)
  const paused = Promise.withResolvers<void>()
  const clients = new Set<Socket>()
  let goesOn = false
  const server = createServer((near) => {
    const far = connect(`${searchParams.get('host')}/.s.PGSQL.${port || '5432'}`)
    clients.add(near)
    for (const socket of [near, far]) socket.on('error', () => undefined)
    // The relay still reads what the client has sent after the server has closed the connection.
    far.pipe(near, { end: false })
    near.on('data', (piece) => {
      far.write(piece)
      if (goesOn || piece.length < 10_000) return
      near.pause()
      paused.resolve()
    })
    near.on('end', () => far.end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return {
    url: `postgres://${username}:${password}@localhost:${(server.address() as AddressInfo).port}${pathname}`,
    paused: paused.promise,
    /** Reads to the end, and closes the connection when nothing more comes. */
    goOn: () => {
      goesOn = true
      for (const near of clients) near.resume().setTimeout(100, () => near.end())
    },
  }
}

describe('cutPage', () => {
  it.each([
    [[], { rows: [], hasMore: false }],
    [[1, 2], { rows: [1, 2], hasMore: false }],
    [[1, 2, 3], { rows: [1, 2], hasMore: true }],
  ])('of %j to two', (rows, page) => {
    expect(cutPage(rows, 2)).toEqual(page)
  })
})
