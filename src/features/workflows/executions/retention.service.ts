import { inTransaction } from '../../../platform/db/client.ts'
import type { Db } from '../../../platform/db/client.ts'
import { LONGEST_OFFSET_DAYS } from '../date-moves.schema.ts'
import { listListeningProjects, refreshListenedNames } from '../triggers/listening.queries.ts'
import type { WorkflowRef } from '../workflows.queries.ts'
import {
  deleteEntriesOf,
  deleteExecutionsOf,
  deleteOldCauses,
  deleteOldExecutions,
  deleteOldStartedDates,
  deleteStartedDatesOf,
} from './retention.queries.ts'

// Takes some 100 ms with their history.
const BATCH = 1_000

const DAY_MS = 86_400_000

// An email may be opened or clicked weeks after it was sent; a later reaction counts as depth 0.
const CAUSES_KEPT_MS = 30 * DAY_MS

// A workflow may be changed to start this long after a date, and two days cover every time zone.
const DATES_KEPT_MS = (LONGEST_OFFSET_DAYS + 2) * DAY_MS

type RetentionInput = { keptDays: number; now: Date; signal: AbortSignal }

/** Returns false if it was stopped before it was done. */
export async function tidyWorkflows(db: Db, { keptDays, now, signal }: RetentionInput): Promise<boolean> {
  const before = new Date(now.getTime() - keptDays * DAY_MS)
  while ((await deleteOldExecutions(db, { before, limit: BATCH })) === BATCH) {
    if (signal.aborted) return false
  }
  const longAgo = new Date(now.getTime() - DATES_KEPT_MS)
  while ((await deleteOldStartedDates(db, { before: longAgo, limit: BATCH })) === BATCH) {
    if (signal.aborted) return false
  }
  await deleteOldCauses(db, { before: new Date(now.getTime() - CAUSES_KEPT_MS) })
  for (const projectId of await inTransaction(db, listListeningProjects)) {
    await inTransaction(db, (trx) => refreshListenedNames(trx, { projectId }))
  }
  return true
}

/** Deletes the rows of a deleted workflow. Returns false if it was stopped before it was done. */
export async function forgetWorkflow(
  db: Db,
  { signal, ...ref }: WorkflowRef & { signal: AbortSignal },
): Promise<boolean> {
  for (const remove of [deleteExecutionsOf, deleteEntriesOf, deleteStartedDatesOf]) {
    while ((await remove(db, { ...ref, limit: BATCH })) > 0) if (signal.aborted) return false
  }
  return true
}
