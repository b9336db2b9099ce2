import type pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createTestDatabase } from '../../../test/support/database/test-database.ts'
import { createLog } from '../log/log.ts'
import { openDatabase } from './client.ts'
import { migrate, readMigrations } from './migrate.ts'
import type { Migration } from './migrate.ts'

/** A pool on a database with nothing in it; the template of other tests is migrated already. */
async function emptyDatabase(): Promise<pg.Pool> {
  const made = await createTestDatabase({ isEmpty: true })
  const database = openDatabase({ urls: [made.url], poolSize: 5, log: createLog('silent') })
  onTestFinished(async () => {
    await database.close()
    await made.drop()
  })
  return database.pool
}

const migration = (number: number, sql: string, hash = 'as written'): Migration => ({
  number,
  name: `000${number}_test.sql`,
  sql,
  hash,
})

const tablesOf = async (pool: pg.Pool) => {
  const { rows } = await pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename like 'test_%' order by 1",
  )
  return rows.map((row) => row.name)
}

describe('migrate', () => {
  it('brings an empty database to the newest schema, once', async () => {
    const pool = await emptyDatabase()
    const names = readMigrations().map(({ name }) => name)
    expect(await migrate(pool)).toEqual(names)
    expect(await migrate(pool)).toEqual([])
    const { rows } = await pool.query<{ name: string }>('select name from schema_migrations order by number')
    expect(rows.map((row) => row.name)).toEqual(names)
  })

  it('applies each file once when several nodes start together', async () => {
    const pool = await emptyDatabase()
    // Slow enough that the others arrive while the first is at it.
    const files = [
      migration(1, 'create table test_a (); select pg_sleep(0.1)'),
      migration(2, 'create table test_b ()'),
    ]
    const applied = await Promise.all([1, 2, 3].map(() => migrate(pool, files)))
    expect(applied.toSorted((a, b) => b.length - a.length)).toEqual([
      ['0001_test.sql', '0002_test.sql'],
      [],
      [],
    ])
  })

  it('refuses a file that was changed after it was applied', async () => {
    const pool = await emptyDatabase()
    await migrate(pool, [migration(1, 'create table test_a ()')])
    await expect(migrate(pool, [migration(1, 'create table test_a (id int)', 'changed')])).rejects.toThrow(
      /made by a build of Lettermill that this version cannot upgrade: its migration 0001_test\.sql .* Nothing was changed\. To go on .* set DATA_DIR to another folder/,
    )
    expect(await tablesOf(pool)).toEqual(['test_a'])
  })

  it('refuses a database of a newer version, and says how to go back', async () => {
    const pool = await emptyDatabase()
    const first = migration(1, 'create table test_a ()')
    await migrate(pool, [first, migration(2, 'create table test_b ()')])
    await expect(migrate(pool, [first])).rejects.toThrow(
      /upgraded by a newer version of Lettermill \(migration 0002_test\.sql\).* restore the backup/,
    )
  })

  it('leaves nothing of a file that fails, keeps those before it, and can go on once it is mended', async () => {
    const pool = await emptyDatabase()
    const first = migration(1, 'create table test_a ()')
    await expect(
      migrate(pool, [
        first,
        migration(2, 'create table test_b (); select 1 / 0'),
        migration(3, 'create table test_c ()'),
      ]),
    ).rejects.toThrow('Migration 0002_test.sql failed')
    expect(await tablesOf(pool)).toEqual(['test_a'])
    expect(await migrate(pool, [first, migration(2, 'create table test_b ()')])).toEqual(['0002_test.sql'])
    expect(await tablesOf(pool)).toEqual(['test_a', 'test_b'])
  })

  it('waits for a lock without making others wait for it', async () => {
    const pool = await emptyDatabase()
    const first = migration(1, 'create table test_a (); insert into test_a default values')
    await migrate(pool, [first])
    const reader = await pool.connect()
    // As a backup does.
    await reader.query('begin; lock table test_a in access share mode')
    const busy = Promise.withResolvers<string>()
    const migrating = migrate(pool, [first, migration(2, 'alter table test_a add column name text')], {
      onBusy: busy.resolve,
      busyPauseMs: 100,
    })
    expect(await busy.promise).toBe('0002_test.sql')
    expect((await pool.query('select from test_a')).rowCount).toBe(1)
    await reader.query('commit')
    reader.release()
    expect(await migrating).toEqual(['0002_test.sql'])
  })
})
