// Lists the tables that a backup must contain: every table that a migration has created, as PostgreSQL itself describes it.
// So a table of a later migration is backed up automatically, and another program's tables in the same database are left
// alone.
import pg from 'pg'
import { readMigrations, tablesMadeBy } from '../db/migrate.ts'
import type { BackupEnd, BackupMigration, BackupPartition, BackupTable } from './backup.schema.ts'

/** Tables of graphile-worker: queued jobs must be there after a restore. */
const QUEUE_SCHEMA = 'graphile_worker'

/**
 * Data about current processes, or written by graphile-worker's own migrations. Unlogged tables are left out too: they may
 * be empty after any crash, so nothing relies on them.
 */
const LEFT_OUT = new Set(['worker_heartbeats', `${QUEUE_SCHEMA}.migrations`])

export type CatalogueTable = BackupTable & { isPartitioned: boolean }
export type Catalogue = { tables: CatalogueTable[]; partitions: BackupPartition[] }

/** `contacts` or `graphile_worker._private_jobs`, quoted for a statement. */
export const quoteTable = (name: string): string => name.split('.').map(pg.escapeIdentifier).join('.')

export const quoteColumns = (names: readonly string[]): string => names.map(pg.escapeIdentifier).join(', ')

const NAME = `case n.nspname when current_schema() then t.relname else n.nspname || '.' || t.relname end`

export async function readCatalogue(client: pg.ClientBase): Promise<Catalogue> {
  return { tables: await listTables(client), partitions: await listPartitions(client) }
}

async function listTables(client: pg.ClientBase): Promise<CatalogueTable[]> {
  // Generated columns cannot be written.
  const { rows } = await client.query<{ name: string; columns: string[]; is_partitioned: boolean }>(
    `select ${NAME} as name, t.relkind = 'p' as is_partitioned,
       array(select attname::text from pg_attribute
             where attrelid = t.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns
     from pg_class as t join pg_namespace as n on n.oid = t.relnamespace
     where n.nspname in (current_schema(), $1) and t.relkind in ('r', 'p') and not t.relispartition
       and t.relpersistence = 'p'
     order by 1`,
    [QUEUE_SCHEMA],
  )
  // A later migration may drop a table that this database still has.
  const applied = new Set((await listAppliedMigrations(client)).map(({ number }) => number))
  const own = tablesMadeBy(readMigrations().filter(({ number }) => applied.has(number)))
  return rows
    .filter(({ name }) => (own.has(name) || name.startsWith(`${QUEUE_SCHEMA}.`)) && !LEFT_OUT.has(name))
    .map(({ name, columns, is_partitioned: isPartitioned }) => ({ name, columns, isPartitioned }))
}

async function listPartitions(client: pg.ClientBase): Promise<BackupPartition[]> {
  const { rows } = await client.query<{ name: string; parent: string; bounds: string }>(
    `select t.relname as name, parent.relname as parent, pg_get_expr(t.relpartbound, t.oid) as bounds
     from pg_class as t join pg_inherits on inhrelid = t.oid join pg_class as parent on parent.oid = inhparent
       join pg_namespace as n on n.oid = parent.relnamespace
     where n.nspname = current_schema() and t.relispartition and t.relkind = 'r' order by 1`,
  )
  return rows.map(({ name, parent, bounds }) => {
    const [, from, to] = /^FOR VALUES FROM \('([^']*)'\) TO \('([^']*)'\)$/.exec(bounds) ?? []
    if (from === undefined || to === undefined) {
      throw new Error(`The partition ${name} cannot be backed up: its bounds are ${bounds}.`)
    }
    return { name, of: parent, from, to }
  })
}

type Sequence = BackupEnd['sequences'][number]

/** The last number of every sequence of a column. Sequences do not belong to a snapshot: call this last. */
export async function listSequences(client: pg.ClientBase, { tables }: Catalogue): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence | { last: null }>(
    `select ${NAME} as table, attname::text as column, pg_sequence_last_value(seqrelid)::text as last
     from pg_sequence join pg_depend as d on d.objid = seqrelid and d.classid = 'pg_class'::regclass
       join pg_class as t on t.oid = d.refobjid join pg_namespace as n on n.oid = t.relnamespace
       join pg_attribute on attrelid = t.oid and attnum = d.refobjsubid
     where d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i') and n.nspname in (current_schema(), $1)
     order by 1, 2`,
    [QUEUE_SCHEMA],
  )
  const names = new Set(tables.map(({ name }) => name))
  // null: no number was assigned yet.
  return rows.filter((row): row is Sequence => row.last !== null && names.has(row.table))
}

/** Empty: no Lettermill has used this database yet. */
export async function listAppliedMigrations(client: pg.ClientBase): Promise<BackupMigration[]> {
  if (!(await isTable(client, 'schema_migrations'))) return []
  const { rows } = await client.query<BackupMigration>(
    'select number, name, hash from schema_migrations order by number',
  )
  return rows
}

/** The last migration of graphile-worker. */
export async function readQueueMigration(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ last: number }>(
    `select coalesce(max(id), 0)::int as last from ${QUEUE_SCHEMA}.migrations`,
  )
  return rows[0]?.last ?? 0
}

/** A database without a project contains no data. */
export async function hasProjects(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>('select exists (select from projects) as found')
  return rows[0]?.found === true
}

/** The fingerprint of the database's key, stored by the first start; undefined before that. */
export async function readKeyFingerprint(client: pg.ClientBase): Promise<string | undefined> {
  if (!(await isTable(client, 'installation'))) return undefined
  const { rows } = await client.query<{ key_fingerprint: string }>('select key_fingerprint from installation')
  return rows[0]?.key_fingerprint
}

/** A database of an older version lacks some. */
async function isTable(client: pg.ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [
    name,
  ])
  return rows[0]?.found === true
}
