// Loads a backup into an empty database. The migrations of the backup create the tables; newer ones run afterwards, over
// the rows, as they would have in the old database. All rows are loaded in one transaction: a restore that is killed, or
// finds the file damaged at its end, leaves an empty database, and can be retried.
import { pipeline } from 'node:stream/promises'
import { runMigrations } from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Db } from '../db/client.ts'
import type { Connection } from '../db/server/connection.ts'
import { applyMigrations, readMigrations, underMigrationLock } from '../db/migrate.ts'
import type { Migration } from '../db/migrate.ts'
import type { BackupEnd, BackupHeader, BackupPartition } from './backup.schema.ts'
import { BackupFileError, countRows, DAMAGED } from './backup-file.ts'
import {
  hasProjects,
  listAppliedMigrations,
  quoteColumns,
  quoteTable,
  readCatalogue,
  readQueueMigration,
} from './catalogue.ts'
import type { BackupReader } from './read-backup.ts'
import { prepareSession } from './session.ts'
import { resumeChecks, suspendChecks } from './suspend-checks.ts'
import type { TableProgress } from './take-backup.ts'

/** Receives the progress of the restore. */
export type RestoreReporter = { table(progress: TableProgress): void; say(text: string): void }

const NOT_EMPTY =
  'The database is not empty: it has projects, and a backup is only restored into a database without any. ' +
  'Set DATA_DIR to a new folder, or DATABASE_URL to a new database.'

/** The migrations to start with. Refuses a backup that this version cannot have made. */
export function migrationsFor(header: BackupHeader, known: Migration[] = readMigrations()): Migration[] {
  const unknown = header.migrations.find(({ number }) => !known.some((one) => one.number === number))
  if (unknown) {
    throw new BackupFileError(
      `it was made by a newer Lettermill (${header.program}, migration ${unknown.name}). Restore it with that version or a later one`,
    )
  }
  const other = header.migrations.find(({ hash }, index) => known[index]?.hash !== hash)
  if (other) {
    throw new BackupFileError(
      `it was made by another build of Lettermill (${header.program}), whose migration ${other.name} differs from ours`,
    )
  }
  return known.slice(0, header.migrations.length)
}

/** Returns the number of rows. Newer migrations are left to the next start. */
export async function restoreBackup(
  { client, url }: Connection,
  reader: BackupReader,
  reporter: RestoreReporter,
): Promise<number> {
  await prepareSession(client)
  return underMigrationLock(client, async () => {
    await refuseNodes(client)
    await makeTables(client, { url, header: reader.header })
    await client.query('begin')
    const rows = await loadTables(client, reader, reporter)
    await client.query('commit')
    return rows
  })
}

/** For after the restore: until autovacuum runs, the planner would assume that every table is empty. */
export async function renewStatistics(db: Db): Promise<void> {
  await sql`analyze`.execute(db)
}

/** Nodes that start later wait for the migration lock. */
async function refuseNodes(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ place: string; since: Date }>(
    `select coalesce(host(client_addr), 'this machine') as place, backend_start as since from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()
       and application_name in ('lettermill', current_setting('application_name'))
     order by backend_start limit 1`,
  )
  const [node] = rows
  if (!node) return
  throw new Error(
    `Another Lettermill is connected to this database (from ${node.place}, since ${node.since.toISOString()}). ` +
      'Stop every node before you restore.',
  )
}

async function makeTables(
  client: pg.Client,
  { url, header }: { url: string; header: BackupHeader },
): Promise<void> {
  const migrations = migrationsFor(header)
  const applied = await listAppliedMigrations(client)
  if (applied.length > 0 && (await hasProjects(client))) throw new Error(NOT_EMPTY)
  if (applied.length > migrations.length) {
    throw new Error(
      `The database was made by a newer version than the backup: it has ${applied.at(-1)?.name} already, the backup ends ` +
        `with ${migrations.at(-1)?.name}. Set DATA_DIR to a new folder, or DATABASE_URL to a new database.`,
    )
  }
  await applyMigrations(client, migrations)
  await runMigrations({ connectionString: url })
  if ((await readQueueMigration(client)) < header.queueMigration) {
    throw new BackupFileError(
      `it was made by a newer Lettermill (${header.program}), with another version of graphile-worker`,
    )
  }
}

async function loadTables(
  client: pg.Client,
  reader: BackupReader,
  reporter: RestoreReporter,
): Promise<number> {
  const { header } = reader
  for (const partition of header.partitions) await makePartition(client, partition)
  const { tables } = await readCatalogue(client)
  const names = tables.map(({ name }) => name)
  const suspended = await suspendChecks(client, names)
  // The rows that migrations inserted are in the backup too. This also frees the space of an interrupted restore.
  await client.query(`truncate ${names.map(quoteTable).join(', ')}`)
  const columnsOf = new Map(header.tables.map(({ name, columns }) => [name, columns]))
  for (let name = await reader.nextTable(); name !== undefined; name = await reader.nextTable()) {
    const columns = columnsOf.get(name)
    if (!columns || !names.includes(name)) throw new BackupFileError(DAMAGED)
    await loadTable(client, reader, { name, columns, reporter })
  }
  const end = await reader.finish()
  for (const sequence of end.sequences) await setSequence(client, sequence)
  reporter.say('Building the indexes')
  await resumeChecks(client, suspended)
  return end.rows
}

async function makePartition(client: pg.Client, { name, of, from, to }: BackupPartition): Promise<void> {
  await client.query(
    `create table if not exists ${quoteTable(name)} partition of ${quoteTable(of)}
     for values from (${pg.escapeLiteral(from)}) to (${pg.escapeLiteral(to)})`,
  )
}

async function loadTable(
  client: pg.Client,
  reader: BackupReader,
  { name, columns, reporter }: { name: string; columns: string[]; reporter: RestoreReporter },
): Promise<void> {
  const progress = { table: name, rows: 0, bytes: 0 }
  const counted = async function* () {
    for await (const part of reader.rows()) {
      progress.rows += countRows(part)
      progress.bytes += part.length
      reporter.table({ ...progress, isDone: false })
      yield part
    }
  }
  const stream = client.query(copyFrom(`copy ${quoteTable(name)} (${quoteColumns(columns)}) from stdin`))
  try {
    await pipeline(counted(), stream)
  } catch (error) {
    throw isBadRow(error) ? new BackupFileError(`a row of ${name} is refused (${error.message})`) : error
  }
  if ((await reader.endTable()) !== stream.rowCount) throw new BackupFileError(DAMAGED)
  reporter.table({ ...progress, isDone: true })
}

/** SQLSTATE classes 22 (invalid value) and 23 (violated constraint). */
const isBadRow = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '')

async function setSequence(client: pg.Client, sequence: BackupEnd['sequences'][number]): Promise<void> {
  await client.query('select setval(pg_get_serial_sequence($1, $2), $3::bigint)', [
    quoteTable(sequence.table),
    sequence.column,
    sequence.last,
  ])
}
