import { sql } from 'kysely'
import type { Db } from '../../platform/db/client.ts'

// Three months ahead: a worker that is down for weeks still leaves room for every event.
const MONTHS_AHEAD = 3

/** Makes the monthly partitions that are missing. Nodes that start together wait for each other. */
export async function makeEventPartitions(db: Db, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('lettermill event partitions'))`.execute(trx)
    await sql`select create_events_partitions(${now}, ${MONTHS_AHEAD})`.execute(trx)
  })
}
