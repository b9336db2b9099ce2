// Numbered plain SQL files, each applied once in its own transaction, in order. Nodes that start together wait for each
// other on an advisory lock. Nodes of the last version go on meanwhile, so a file that does not get a lock at once lets them
// pass. A database with a different text of a migration is refused: released files are never edited (test/releases), a new one
// is added.
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runMigrations } from 'graphile-worker'
import type pg from 'pg'
import { PROGRAM_ROOT } from '../program.ts'
import { isLockBusy } from './failures/database-errors.ts'

const FOLDER = path.join(PROGRAM_ROOT, 'migrations')

// Any number, as long as nothing else in the database uses the same advisory lock.
const LOCK = 7_305_221_001

// How long a file waits for a lock. All later statements about that table wait behind it, those of running nodes, too. So it is
// short, and after a pause in which they are answered the file is tried again: for as long as a backup holds the lock, if need be.
const LOCK_WAIT_MS = 500
const BUSY_PAUSE_MS = 2_000

export type MigrateOptions = {
  /** When a file has not got its locks and is tried again after a pause. */
  onBusy?: (name: string) => void
  busyPauseMs?: number
}

export type Migration = { number: number; name: string; sql: string; hash: string }

export function readMigrations(folder: string = FOLDER): Migration[] {
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

/** The tables that migrations create and keep, by name; other tables in the database are not ours. */
export function tablesMadeBy(migrations: readonly Migration[]): Set<string> {
  const names = new Set<string>()
  for (const { sql } of migrations) {
    for (const [, verb, name = ''] of sql.matchAll(/^(create (?:unlogged )?|drop )table (\w+)/gm)) {
      if (verb === 'drop ') names.delete(name)
      else names.add(name)
    }
  }
  return names
}

/** Whether any migration was applied, that is, whether this is a database of Lettermill. */
export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>(
    "select to_regclass('schema_migrations') is not null as found",
  )
  return rows[0]?.found === true
}

/** Upgrades the database to the newest schema; returns the names of the files applied now. */
export async function migrate(
  pool: pg.Pool,
  migrations: Migration[] = readMigrations(),
  options: MigrateOptions = {},
): Promise<string[]> {
  const client = await pool.connect()
  try {
    return await underMigrationLock(client, async () => {
      const applied = await applyMigrations(client, migrations, options)
      await runMigrations({ pgPool: pool })
      return applied
    })
  } finally {
    client.release()
  }
}

/** Runs the work while no other node migrates. A starting node waits for it too, because it migrates first. */
export async function underMigrationLock<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('select pg_advisory_lock($1)', [LOCK])
  try {
    return await work()
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => undefined)
  }
}

/** Applies the missing files; returns their names. The caller holds the lock. */
export async function applyMigrations(
  client: pg.ClientBase,
  migrations: Migration[],
  options: MigrateOptions = {},
): Promise<string[]> {
  await client.query(
    'create table if not exists schema_migrations (number integer primary key, name text not null, hash text not null, applied_at timestamptz not null default now())',
  )
  const { rows } = await client.query<{ number: number; name: string; hash: string }>(
    'select number, name, hash from schema_migrations order by number',
  )
  const newer = rows.find(({ number }) => number > (migrations.at(-1)?.number ?? 0))
  if (newer) throw new Error(newerVersion(newer.name))
  const known = new Map(rows.map((row) => [row.number, row.hash]))
  const applied: string[] = []
  for (const migration of migrations) {
    const hash = known.get(migration.number)
    if (hash === migration.hash) continue
    if (hash !== undefined) throw new Error(otherBuild(migration.name))
    await applyWhenFree(client, migration, options)
    applied.push(migration.name)
  }
  return applied
}

const NOTHING_CHANGED = 'Nothing was changed.'

/** Only builds from before 0.1.0, or modified ones, have such migrations: those of releases are frozen. */
const otherBuild = (name: string): string =>
  `This database was made by a build of Lettermill that this version cannot upgrade: its migration ${name} is another one. ${NOTHING_CHANGED} ` +
  'To go on with the data, start the build that made it (git checkout <its commit>), export the contacts there (GET /contacts/export) and import them here. ' +
  'To begin anew, set DATA_DIR to another folder, or DATABASE_URL to another database.'

const newerVersion = (name: string): string =>
  `This database was upgraded by a newer version of Lettermill (migration ${name}), which this one cannot read. ${NOTHING_CHANGED} ` +
  'Start the newer version again, or restore the backup that was made before the upgrade: docs/backup.md.'

async function applyWhenFree(
  client: pg.ClientBase,
  migration: Migration,
  { onBusy, busyPauseMs = BUSY_PAUSE_MS }: MigrateOptions,
): Promise<void> {
  for (;;) {
    try {
      await applyOne(client, migration)
      return
    } catch (error) {
      if (!isLockBusy(error)) throw new Error(`Migration ${migration.name} failed`, { cause: error })
    }
    onBusy?.(migration.name)
    await sleep(busyPauseMs)
  }
}

async function applyOne(client: pg.ClientBase, { number, name, sql, hash }: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${LOCK_WAIT_MS}`)
    await client.query(sql)
    await client.query('insert into schema_migrations (number, name, hash) values ($1, $2, $3)', [
      number,
      name,
      hash,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
