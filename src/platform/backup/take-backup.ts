// Reads a database into the frames of a backup: every table as of one moment, however long it takes and in spite of
// concurrent writes. One transaction on one connection, so it costs the server only the memory of a snapshot; until it
// ends, VACUUM keeps rows that were deleted since.
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { readMigrations } from '../db/migrate.ts'
import { BACKUP_FORMAT } from './backup.schema.ts'
import type { BackupEnd, BackupHeader, BackupMigration } from './backup.schema.ts'
import { countRows, createFrameWriter } from './backup-file.ts'
import {
  hasProjects,
  listAppliedMigrations,
  listSequences,
  quoteColumns,
  quoteTable,
  readCatalogue,
  readKeyFingerprint,
  readQueueMigration,
} from './catalogue.ts'
import type { Catalogue, CatalogueTable } from './catalogue.ts'
import { prepareSession } from './session.ts'

/** The progress of a table; `isDone` comes once, last. */
export type TableProgress = { table: string; rows: number; bytes: number; isDone: boolean }

export type BackupOptions = {
  program: string
  /** For a database from before its key fingerprint was stored. */
  keyFingerprint: string | undefined
  onProgress: (progress: TableProgress) => void
}

export type Backup = {
  header: BackupHeader
  frames: AsyncGenerator<Buffer>
}

// Tables are locked only against being dropped. A session that holds a stronger lock for longer than this is changing the
// schema, and all writers would queue up behind us.
const LOCK_TIMEOUT = '10s'

// A month of events was created or dropped between listing and locking. It happens once a month.
const SNAPSHOT_ATTEMPTS = 5

const NOTHING = 'There is nothing to back up: no project was ever made in this database.'

const CHANGING = 'The tables of the database are being changed. Try again in a minute.'

/** Takes the snapshot; the frames are read from it on demand. The connection cannot be reused. */
export async function takeBackup(client: pg.Client, options: BackupOptions): Promise<Backup> {
  await prepareSession(client)
  const migrations = await listAppliedMigrations(client)
  if (migrations.length === 0) throw new Error(NOTHING)
  refuseNewer(migrations)
  const catalogue = await takeSnapshot(client)
  if (!(await hasProjects(client))) throw new Error(NOTHING)
  if ((await listAppliedMigrations(client)).length !== migrations.length) throw new Error(CHANGING)
  const { rows } = await client.query<{ now: Date }>('select now() as now')
  const header: BackupHeader = {
    format: BACKUP_FORMAT,
    program: options.program,
    createdAt: (rows[0]?.now ?? new Date(0)).toISOString(),
    keyFingerprint: (await readKeyFingerprint(client)) ?? options.keyFingerprint ?? null,
    migrations,
    queueMigration: await readQueueMigration(client),
    tables: catalogue.tables.map(({ name, columns }) => ({ name, columns })),
    partitions: catalogue.partitions,
  }
  return { header, frames: readFrames(client, { header, catalogue, onProgress: options.onProgress }) }
}

/** We could not tell whether unknown tables are Lettermill's. */
function refuseNewer(migrations: readonly BackupMigration[]): void {
  const known = new Set(readMigrations().map(({ number }) => number))
  const newer = migrations.find(({ number }) => !known.has(number))
  if (!newer) return
  throw new Error(
    `The database was migrated by a newer version of Lettermill (${newer.name}). Make the backup with that version.`,
  )
}

/**
 * Opens the transaction. Tables are locked before the snapshot, which comes with the first query: a month of events that is
 * dropped in between would be missing from the rows, but not from the totals.
 */
async function takeSnapshot(client: pg.Client): Promise<Catalogue> {
  for (let attempt = 0; attempt < SNAPSHOT_ATTEMPTS; attempt += 1) {
    const seen = await readCatalogue(client)
    await client.query('begin isolation level repeatable read, read only')
    await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`)
    await client.query(
      `lock table ${seen.tables.map(({ name }) => quoteTable(name)).join(', ')} in access share mode`,
    )
    const locked = await readCatalogue(client)
    if (JSON.stringify(locked) === JSON.stringify(seen)) return locked
    await client.query('rollback')
  }
  throw new Error(CHANGING)
}

type ReadFramesInput = { header: BackupHeader; catalogue: Catalogue; onProgress: BackupOptions['onProgress'] }

async function* readFrames(
  client: pg.Client,
  { header, catalogue, onProgress }: ReadFramesInput,
): AsyncGenerator<Buffer> {
  const writer = createFrameWriter()
  yield writer.frame('H', header)
  let total = 0
  for (const table of catalogue.tables) {
    yield writer.frame('T', { table: table.name })
    let rows = 0
    let bytes = 0
    for await (const chunk of client.query(copyTo(copyStatement(table))) as AsyncIterable<Buffer>) {
      rows += countRows(chunk)
      bytes += chunk.length
      onProgress({ table: table.name, rows, bytes, isDone: false })
      yield writer.frame('D', chunk)
    }
    onProgress({ table: table.name, rows, bytes, isDone: true })
    yield writer.frame('E', { rows })
    total += rows
  }
  const end: BackupEnd = {
    tables: catalogue.tables.length,
    rows: total,
    sequences: await listSequences(client, catalogue),
    sha256: writer.sha256(),
  }
  await client.query('commit')
  yield writer.frame('Z', end)
}

/** A partitioned table has no rows of its own, so COPY needs a query there. */
function copyStatement({ name, columns, isPartitioned }: CatalogueTable): string {
  const table = quoteTable(name)
  return isPartitioned
    ? `copy (select ${quoteColumns(columns)} from ${table}) to stdout`
    : `copy ${table} (${quoteColumns(columns)}) to stdout`
}
