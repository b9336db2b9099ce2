import type { Database, Trx } from '../../platform/db/client.ts'
import type { ContactId, ProjectId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { forgetContactsJob } from './events.jobs.ts'
import { deleteEventsOf } from './events.queries.ts'
import { forgetMonth } from '../../platform/db/counters.ts'
import { dropMonths, firstOfMonth } from '../../platform/db/months.ts'
import type { Log } from '../../platform/log/log.ts'

const DAY_MS = 86_400_000

type Retention = { keptDays: number; now: Date; log: Log }

/** Drops the months that are older than is kept, with their totals; how many there were. */
export async function dropOldEvents(
  { pool, db }: Database,
  { keptDays, now, log }: Retention,
): Promise<number> {
  const keptFrom = firstOfMonth(new Date(now.getTime() - keptDays * DAY_MS))
  const months = await dropMonths(pool, { table: 'events', keptFrom, log })
  for (const month of months) await forgetMonth(db, { counters: ['events', 'event_names'], month })
  return months.length
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
