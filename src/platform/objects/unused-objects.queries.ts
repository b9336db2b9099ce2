// Rows of `unused_objects`: the objects that no row points to. Nothing is written to the store without such a row, so whatever a
// crash leaves behind is found here, and the bucket never has to be listed.
import { sql } from 'kysely'
import pg from 'pg'
import type { Db, Trx } from '../db/client.ts'
import type { ProjectId } from '../ids.ts'

// Longer than any request or job takes from writing an object to its commit. One that takes longer fails, and loses nothing.
const WRITING_LIMIT = sql.raw("interval '2 hours'")

/** Committed before the object is written: if nothing else happens, the object is deleted. */
export async function announceObject(db: Db, object: { projectId: ProjectId; key: string }): Promise<void> {
  await sql`
    insert into unused_objects (key, project_id, due_at)
    values (${object.key}, ${object.projectId}, now() + ${WRITING_LIMIT})`.execute(db)
}

/**
 * Part of the transaction that writes the row with the key. The lock on the row here decides: either this transaction or
 * the job that deletes the object gets it first, and the other one finds it gone.
 * @throws if the job was first; the transaction must not be committed then
 */
export async function useObjects(
  trx: Db | Trx,
  { projectId, keys }: { projectId: ProjectId; keys: readonly string[] },
): Promise<void> {
  if (keys.length === 0) return
  const { rows } = await sql`
    with chosen as materialized (
      select key from unused_objects where project_id = ${projectId} and key = any(${keys}::text[])
      order by key for update
    )
    delete from unused_objects as u using chosen as c where u.key = c.key and not u.is_deleting
    returning u.key`.execute(trx)
  if (rows.length < new Set(keys).size) {
    throw new Error('an object was deleted before the row that points to it')
  }
}

// Deleting one takes some milliseconds; a claim lasts for all of them.
const BATCH = 100
const CLAIMED_FOR = sql.raw("interval '10 minutes'")
const LONGEST_PAUSE = sql.raw("interval '6 hours'")

/** Objects that are due, oldest first, each for one caller. From now on no row can begin to use them. */
export async function claimUnusedObjects(db: Db, { keptDays }: { keptDays: number }): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    with due as materialized (
      select key from unused_objects where due_at <= now() - make_interval(days => ${keptDays}::int)
      order by due_at limit ${BATCH} for update skip locked
    )
    update unused_objects as u set is_deleting = true, attempts = u.attempts + 1,
      due_at = now() - make_interval(days => ${keptDays}::int)
        + least(${CLAIMED_FOR} * power(2, least(u.attempts, 10)), ${LONGEST_PAUSE})
    from due as d where u.key = d.key returning u.key`.execute(db)
  return rows.map(({ key }) => key)
}

export async function forgetUnusedObjects(db: Db, keys: readonly string[]): Promise<void> {
  await sql`delete from unused_objects where key = any(${keys}::text[]) and is_deleting`.execute(db)
}

/** The objects that are still to be deleted. */
export async function countUnusedObjects(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from unused_objects`.execute(db)
  return rows[0]?.count ?? 0
}

const TABLES_WITH_OBJECTS = `
  select c.relname as name from pg_class as c join pg_attribute as a on a.attrelid = c.oid
  where a.attname = 'object_key' and not a.attisdropped and c.relkind in ('r', 'p') and not c.relispartition
    and c.relnamespace = current_schema()::regnamespace order by 1`

/** The tables whose rows may have the key of an object. */
export async function listObjectTables(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(TABLES_WITH_OBJECTS)
  return rows.map(({ name }) => name)
}

/** For the rows of a project that are about to be deleted without triggers. */
export async function releaseObjects(client: pg.ClientBase, projectId: ProjectId): Promise<void> {
  for (const name of await listObjectTables(client)) {
    await client.query(
      `insert into unused_objects (key, project_id, due_at)
       select object_key, project_id, now() + interval '10 minutes' from ${pg.escapeIdentifier(name)}
       where project_id = $1 and object_key is not null on conflict (key) do nothing`,
      [projectId],
    )
  }
}

/** Any object that a row points to; undefined if there is none. Reads whole tables, so it is for a rare question at a start. */
export async function findUsedObject(db: Db): Promise<string | undefined> {
  const { rows: tables } = await sql<{ name: string }>`${sql.raw(TABLES_WITH_OBJECTS)}`.execute(db)
  for (const { name } of tables) {
    const { rows } = await sql<{ object_key: string }>`
      select object_key from ${sql.table(name)} where object_key is not null limit 1`.execute(db)
    if (rows[0]) return rows[0].object_key
  }
  return undefined
}
