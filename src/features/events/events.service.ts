import type { Database, Trx } from '../../platform/db/client.ts'
import type { ContactId, ProjectId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { forgetContactsJob } from './events.jobs.ts'
import { deleteEventsOf } from './events.queries.ts'
import { deleteCounterMonth } from '../../platform/db/counters.ts'
import { dropMonths, firstOfMonth } from '../../platform/db/months.ts'
import type { Log } from '../../platform/log/log.ts'

const DAY_MS = 86_400_000

/** Drops expired months and their totals. Returns how many. */
export async function dropOldEvents(
  { pool, db }: Database,
  { keptDays, now, log }: { keptDays: number; now: Date; log: Log },
): Promise<number> {
  const keptFrom = firstOfMonth(new Date(now.getTime() - keptDays * DAY_MS))
  const months = await dropMonths(pool, { table: 'events', keptFrom, log })
  for (const month of months) await deleteCounterMonth(db, { counters: ['events', 'event_names'], month })
  return months.length
}

// By then every statement that still saw the contacts has ended.
const SECOND_DELETE_MS = 10 * 60_000

/**
 * Deletes the events of deleted contacts. Call it in the transaction of the deletion, after the deletion: writers that lock
 * the contact (track, imports, subscriptions) have committed by then, and their events are deleted here. Writers that take
 * no lock (results, bounces, opens) may commit an event later; the job deletes that.
 */
export async function forgetContacts(
  trx: Trx,
  { projectId, contactIds, now }: { projectId: ProjectId; contactIds: readonly ContactId[]; now: Date },
): Promise<void> {
  await deleteEventsOf(trx, { projectId, contactIds })
  await enqueue(trx, forgetContactsJob, {
    payload: { projectId, contactIds: [...contactIds] },
    runAt: new Date(now.getTime() + SECOND_DELETE_MS),
  })
}
