import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { addToCounter, deleteCounterLabels, readNamedCounter } from '../../../platform/db/counters.ts'
import type { FormRef } from '../forms.queries.ts'
import type { FormCount } from '../forms.values.ts'

const COUNTER = 'forms'

/** Counts in total, and for the day (2026-05-01). */
export const countForForm = (
  trx: Trx,
  { projectId, formId, day, counts }: FormRef & { day: string; counts: readonly FormCount[] },
): Promise<void> =>
  addToCounter(trx, {
    projectId,
    counter: COUNTER,
    labels: counts.flatMap((count) => [`${formId} ${count}`, `${formId} ${day} ${count}`]),
  })

/** The totals by `submissions`, and those of days by `2026-05-01 submissions`. */
export const readFormCounts = (
  db: Db | Trx,
  { projectId, formId }: FormRef,
): Promise<ReadonlyMap<string, number>> => readNamedCounter(db, { projectId, counter: COUNTER, name: formId })

/** Deletes the counts of deleted forms, and those of days before `oldest`. */
export const deleteOldCounts = (db: Db, { oldest }: { oldest: string }): Promise<void> =>
  deleteCounterLabels(db, {
    counter: COUNTER,
    where: sql`(split_part(label, ' ', 3) <> '' and split_part(label, ' ', 2) < ${oldest})
      or not exists (
        select from forms as f where f.project_id = counters.project_id and f.id = split_part(label, ' ', 1)::uuid
      )`,
  })
