import { sql } from 'kysely'
import { inTransaction } from '../../platform/db/client.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { ContactId, ProjectId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { forgetContactsJob } from './events.jobs.ts'
import { deleteEventsOf } from './events.queries.ts'

// Three months ahead: a worker that is down for weeks still leaves room for every event.
const MONTHS_AHEAD = 3

/** Makes the monthly partitions that are missing. Nodes that start together wait for each other. */
export async function makeEventPartitions(db: Db, now: Date): Promise<void> {
  await inTransaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('lettermill event partitions'))`.execute(trx)
    await sql`select create_events_partitions(${now}, ${MONTHS_AHEAD})`.execute(trx)
  })
}

// A year can be compared with the one before, month by month, and "within 365 days" of a segment is true to the day.
// Callers may date events 30 days back, so nothing is ever written into a month that is dropped.
const MONTHS_KEPT = 13

// Dropping a month waits for those who read events, and all others wait behind it: better to come back later.
const LOCK_TIMEOUT = '2s'

/** Drops the months that are older than is kept; how many there were. */
export async function dropOldEvents(db: Db, now: Date): Promise<number> {
  const keptFrom = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS_KEPT, 1))
  return inTransaction(db, async (trx) => {
    await sql`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`.execute(trx)
    const { rows } = await sql<{ dropped: number }>`
      select drop_events_partitions(${keptFrom}) as dropped`.execute(trx)
    return rows[0]?.dropped ?? 0
  })
}

// By then every statement has ended that was under way when the contacts were deleted and had still seen them.
const SECOND_LOOK_MS = 10 * 60_000

type Deleted = { projectId: ProjectId; contactIds: readonly ContactId[]; now: Date }

/**
 * The events of contacts go with them. To be called in the transaction of the deletion and after it: who holds a contact
 * while it writes an event (track, imports, subscriptions) has then committed, and its event is seen here. Who holds
 * none (results, bounces, opens) may commit an event later; the job deletes that.
 */
export async function forgetContacts(trx: Trx, { projectId, contactIds, now }: Deleted): Promise<void> {
  await deleteEventsOf(trx, { projectId, contactIds })
  await enqueue(trx, forgetContactsJob, {
    payload: { projectId, contactIds: [...contactIds] },
    runAt: new Date(now.getTime() + SECOND_LOOK_MS),
  })
}
