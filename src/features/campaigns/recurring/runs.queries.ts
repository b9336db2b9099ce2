import { sql } from 'kysely'
import type { Insertable, RawBuilder } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { containsText, isSearched } from '../../../platform/db/like.ts'
import { countRows, cutPage } from '../../../platform/db/page.ts'
import type { Page } from '../../../platform/db/page.ts'
import type { RecurringRuns } from '../../../platform/db/tables.ts'
import { runColumns } from './recurring.queries.ts'
import type { RecurringRef, RunRow } from './recurring.queries.ts'

type RunFilter = { outcome?: RunRow['outcome'] | undefined; search?: string | undefined }
type RunsQuery = RecurringRef & { filter?: RunFilter }

/** Newest first. */
export async function listRuns(
  db: Db | Trx,
  { limit, before, ...query }: RunsQuery & { limit: number; before: string | undefined },
): Promise<Page<RunRow>> {
  const position = before === undefined ? sql`` : sql`and id < ${before}::uuid`
  const { rows } = await sql<RunRow>`
    select * from ${matching(query)} ${position} order by id desc limit ${limit + 1}`.execute(db)
  return cutPage(rows, limit)
}

export const countRuns = (db: Db | Trx, query: RunsQuery): Promise<number> => countRows(db, matching(query))

/** A recurring campaign has few runs, so a search reads them all. */
function matching({ projectId, recurringId, filter = {} }: RunsQuery): RawBuilder<unknown> {
  const { outcome, search } = filter
  return sql`(
      select ${runColumns({ projectId })} from recurring_runs where project_id = ${projectId} and recurring_id = ${recurringId}
    ) as runs
    where true ${outcome === undefined ? sql`` : sql`and outcome = ${outcome}`}
      ${isSearched(search) ? sql`and ${isFound(search.trim())}` : sql``}`
}

const isFound = (text: string): RawBuilder<unknown> =>
  sql`(${containsText(sql.ref('subject'), text)} or ${containsText(sql.ref('reason'), text)})`

export async function insertRun(trx: Trx, row: Insertable<RecurringRuns>): Promise<void> {
  await trx.insertInto('recurring_runs').values(row).execute()
}

// Hourly runs of six weeks, or weekly ones of 20 years.
const KEPT_RUNS = 1_000

export async function deleteOldRuns(trx: Trx, { projectId, recurringId }: RecurringRef): Promise<void> {
  await sql`
    delete from recurring_runs where project_id = ${projectId} and recurring_id = ${recurringId} and id <= (
      select id from recurring_runs where project_id = ${projectId} and recurring_id = ${recurringId}
      order by id desc offset ${KEPT_RUNS} limit 1
    )`.execute(trx)
}

/** After a run: the schedule goes on. A claim of the row is no longer valid. */
export async function advanceSchedule(
  trx: Trx,
  { projectId, recurringId, nextRunAt }: RecurringRef & { nextRunAt: Date | null },
): Promise<void> {
  await sql`
    update recurring_campaigns set next_run_at = ${nextRunAt}, due_at = ${nextRunAt}, run_requested_at = null,
      attempts = 0, fence = fence + 1
    where project_id = ${projectId} and id = ${recurringId}`.execute(trx)
}
