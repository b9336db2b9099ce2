import { sql } from 'kysely'
import type { Db } from '../../../src/platform/db/client.ts'

/**
 * Ends all other connections to the database. Those of the server itself are left: vacuum may run at any time, and only
 * a superuser may end it.
 */
export async function cutConnections(db: Db): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`.execute(
    db,
  )
}
