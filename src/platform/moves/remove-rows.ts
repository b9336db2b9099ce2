// Deletes the rows of one project, without a trace in those of others: on the source after it has left, and on the target after
// a move that did not take place.
import pg from 'pg'
import type { ProjectId } from '../ids.ts'
import { releaseObjects } from '../objects/unused-objects.queries.ts'
import { MOVED_TABLES, rowsOf } from './moved-tables.ts'
import type { MovedTable } from './moved-tables.ts'

/**
 * Triggers and foreign keys do not run on this connection: copied rows are what triggers made of them already, and they are
 * complete. A replica of PostgreSQL writes like that, so no other session notices.
 */
export async function skipTriggers(client: pg.Client): Promise<void> {
  try {
    await client.query("set session_replication_role = 'replica'")
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== INSUFFICIENT_PRIVILEGE) throw error
    const { rows } = await client.query<{ role: string }>('select quote_ident(current_user) as role')
    throw new Error(
      'The role of the database may not copy rows without running triggers. As a superuser, allow it: ' +
        `grant set on parameter session_replication_role to ${rows[0]?.role ?? 'lettermill'}`,
      { cause: error },
    )
  }
}

const INSUFFICIENT_PRIVILEGE = '42501'

// A statement that deletes them all would keep VACUUM of the whole database waiting.
const ROWS_PER_STATEMENT = 20_000

/** Rows of tables that stay, but belong to the project. */
const STAYING: readonly MovedTable[] = [
  { name: 'brakes' },
  { name: 'destinations' },
  {
    name: 'warm_ups',
    rows: 'route_id in (select route_id from destinations where project_id = $1)',
  },
]

/** The project itself goes last, so an interrupted removal is found and continued. */
export async function removeRows(client: pg.Client, projectId: ProjectId): Promise<void> {
  // Bytes may have moved into the object store since a copy arrived.
  await releaseObjects(client, projectId)
  const [project, ...tables] = MOVED_TABLES
  // Rows that are found through a row of another table go before it.
  const found = [...STAYING, ...tables].toSorted(
    (a, b) => Number(b.rows?.includes('select') ?? false) - Number(a.rows?.includes('select') ?? false),
  )
  for (const table of [...found, ...(project ? [project] : [])]) {
    await removeTable(client, { table, projectId })
  }
  await client.query(
    `delete from graphile_worker._private_jobs where payload ->> 'projectId' = $1 and locked_at is null`,
    [projectId],
  )
}

async function removeTable(
  client: pg.Client,
  { table, projectId }: { table: MovedTable; projectId: ProjectId },
): Promise<void> {
  const name = pg.escapeIdentifier(table.name)
  for (;;) {
    const { rowCount } = await client.query(
      `delete from ${name} where (tableoid, ctid) in (
         select tableoid, ctid from ${name} where ${rowsOf(table)} limit ${ROWS_PER_STATEMENT})`,
      [projectId],
    )
    if ((rowCount ?? 0) < ROWS_PER_STATEMENT) return
  }
}
