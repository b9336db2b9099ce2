// Numbered plain SQL files, each applied once in a transaction of its own, in order. Nodes that start together
// wait for each other on an advisory lock. A file that was edited after it was applied is refused: write a new one.
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runMigrations } from 'graphile-worker'
import type pg from 'pg'

const FOLDER = new URL('../../../migrations/', import.meta.url)

// Any number serves as long as nothing else in the database takes the same advisory lock.
const LOCK = 7_305_221_001

export type Migration = { number: number; name: string; sql: string; hash: string }

export function readMigrations(folder: string = fileURLToPath(FOLDER)): Migration[] {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
  return files.map((name) => {
    const sql = readFileSync(`${folder}/${name}`, 'utf8')
    return {
      number: Number(name.slice(0, 4)),
      name,
      sql,
      hash: createHash('sha256').update(sql).digest('hex'),
    }
  })
}

/** The tables that migrations make, by name: what else is in the database belongs to somebody else. */
export function tablesMadeBy(migrations: readonly Migration[]): Set<string> {
  const names = migrations.flatMap(({ sql }) =>
    [...sql.matchAll(/^create (?:unlogged )?table (\w+)/gm)].map(([, name = '']) => name),
  )
  return new Set(names)
}

/** Whether any migration was ever applied: whether this is a database of Lettermill. */
export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>(
    "select to_regclass('schema_migrations') is not null as found",
  )
  return rows[0]?.found === true
}

/** Brings the database to the newest schema; returns the names of the files applied now. */
export async function migrate(pool: pg.Pool, migrations: Migration[] = readMigrations()): Promise<string[]> {
  const client = await pool.connect()
  try {
    return await underMigrationLock(client, async () => {
      const applied = await applyMigrations(client, migrations)
      await runMigrations({ pgPool: pool })
      return applied
    })
  } finally {
    client.release()
  }
}

/** Does the work while nobody else migrates. A node that starts waits for it too, because it begins with migrating. */
export async function underMigrationLock<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('select pg_advisory_lock($1)', [LOCK])
  try {
    return await work()
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => undefined)
  }
}

/** Applies the files that are missing; returns their names. The caller holds the lock. */
export async function applyMigrations(client: pg.ClientBase, migrations: Migration[]): Promise<string[]> {
  await client.query(
    'create table if not exists schema_migrations (number integer primary key, name text not null, hash text not null, applied_at timestamptz not null default now())',
  )
  const { rows } = await client.query<{ number: number; hash: string }>(
    'select number, hash from schema_migrations',
  )
  const known = new Map(rows.map((row) => [row.number, row.hash]))
  const applied: string[] = []
  for (const migration of migrations) {
    const hash = known.get(migration.number)
    if (hash === migration.hash) continue
    if (hash !== undefined) {
      throw new Error(
        `Migration ${migration.name} was changed after it was applied. Restore it and write a new one.`,
      )
    }
    await applyOne(client, migration)
    applied.push(migration.name)
  }
  return applied
}

async function applyOne(client: pg.ClientBase, { number, name, sql, hash }: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into schema_migrations (number, name, hash) values ($1, $2, $3)', [
      number,
      name,
      hash,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed`, { cause: error })
  }
}
