// Executions as the API returns them.
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { readNamedCounter } from '../../../platform/db/counters.ts'
import { isSearched } from '../../../platform/db/like.ts'
import { countRows, cutPage } from '../../../platform/db/page.ts'
import type { Page } from '../../../platform/db/page.ts'
import { isAboutAddress } from '../../contacts/index.ts'
import type { WorkflowRef } from '../workflows.queries.ts'
import { COLUMNS } from './executions.queries.ts'
import type { ExecutionRef, ExecutionRow } from './execution-row.ts'
import { MOST_LISTED_HISTORY } from './executions.schema.ts'
import type { Execution, ExecutionSummary } from './executions.schema.ts'

/** With the contact's address and the last entries of the history, whose times are JSON strings. */
export type ListedExecution = ExecutionRow & { email: string | null; history: HistoryRow<string>[] }

const HISTORY_COLUMNS = sql.raw('visit, step_id, type, status, started_at, completed_at, output, error')

const LISTED = sql`${COLUMNS}, (
  select c.email from contacts as c where c.project_id = e.project_id and c.id = e.contact_id
) as email, (
  select coalesce(json_agg(newest order by visit), '[]') from (
    select ${HISTORY_COLUMNS} from workflow_history as h
    where h.project_id = e.project_id and h.execution_id = e.id order by visit desc limit ${sql.lit(MOST_LISTED_HISTORY)}
  ) as newest
) as history`

export const toExecutionSummary = (row: ListedExecution): z.input<typeof ExecutionSummary> => ({
  id: row.id,
  workflowId: row.workflow_id,
  version: row.version,
  contactId: row.contact_id,
  email: row.email,
  status: row.status,
  currentStepId: row.step_id,
  exitReason: row.exit_reason,
  startedAt: row.started_at.toISOString(),
  wakeAt: row.wake_at?.toISOString() ?? null,
  completedAt: row.completed_at?.toISOString() ?? null,
  history: row.history.map(toEntry),
})

type HistoryRow<Time> = {
  step_id: string
  type: string
  status: 'WAITING' | 'COMPLETED' | 'FAILED'
  started_at: Time
  completed_at: Time | null
  output: Record<string, unknown> | null
  error: string | null
}

const toEntry = (entry: HistoryRow<Date | string>) => ({
  stepId: entry.step_id,
  type: entry.type,
  status: entry.status,
  startedAt: new Date(entry.started_at).toISOString(),
  completedAt: entry.completed_at && new Date(entry.completed_at).toISOString(),
  output: entry.output,
  error: entry.error,
})

export const toExecution = (
  row: ListedExecution,
  history: readonly HistoryRow<Date>[],
): z.input<typeof Execution> => ({
  ...toExecutionSummary(row),
  event: row.event,
  history: history.map(toEntry),
})

type Filter = {
  status?: string | undefined
  contactId?: string | undefined
  search?: string | undefined
}
type ListExecutionsQuery = WorkflowRef & Filter & { limit: number; before: string | undefined }

const matching = async (
  db: Db | Trx,
  { projectId, workflowId, status, contactId, search }: WorkflowRef & Filter,
) => sql`
  e.project_id = ${projectId} and e.workflow_id = ${workflowId}
  ${status === undefined ? sql`` : sql`and e.status = ${status}`}
  ${contactId === undefined ? sql`` : sql`and e.contact_id = ${contactId}::uuid`}
  ${isSearched(search) ? sql`and ${await isAboutAddress(db, { projectId, search, table: 'e' })}` : sql``}`

/** Newest first. */
export async function listExecutions(
  db: Db | Trx,
  { projectId, limit, before, ...filter }: ListExecutionsQuery,
): Promise<Page<ListedExecution>> {
  const after = before === undefined ? sql`` : sql`and e.id < ${before}::uuid`
  const { rows } = await sql<ListedExecution>`
    select ${LISTED} from workflow_executions as e where ${await matching(db, { projectId, ...filter })} ${after}
    order by e.id desc limit ${limit + 1}`.execute(db)
  return cutPage(rows, limit)
}

/** Exact: from the counters, or counted in the table for contacts. */
export async function countExecutions(
  db: Db | Trx,
  { projectId, workflowId, status, contactId, search }: WorkflowRef & Filter,
): Promise<number> {
  if (contactId !== undefined || isSearched(search)) {
    const where = await matching(db, { projectId, workflowId, status, contactId, search })
    return countRows(db, sql`workflow_executions as e where ${where}`)
  }
  const counts = await countByStatus(db, { projectId, workflowId })
  if (status !== undefined) return counts.get(status) ?? 0
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}

export const countByStatus = (
  db: Db | Trx,
  { projectId, workflowId }: WorkflowRef,
): Promise<Map<string, number>> =>
  readNamedCounter(db, { projectId, counter: 'workflow_executions', name: workflowId })

/** Keyed by `<step> waiting`, `<step> passed` and `<step> failed`. */
export const countBySteps = (
  db: Db | Trx,
  { projectId, workflowId }: WorkflowRef,
): Promise<Map<string, number>> =>
  readNamedCounter(db, { projectId, counter: 'workflow_steps', name: workflowId })

export async function findExecution(
  db: Db | Trx,
  { projectId, workflowId, executionId }: ExecutionRef & WorkflowRef,
): Promise<ListedExecution | undefined> {
  const { rows } = await sql<ListedExecution>`
    select ${LISTED} from workflow_executions as e
    where e.project_id = ${projectId} and e.workflow_id = ${workflowId} and e.id = ${executionId}`.execute(db)
  return rows[0]
}

/** The newest entries up to `limit`, oldest first. */
export async function listHistory(
  db: Db | Trx,
  { projectId, executionId, limit }: ExecutionRef & { limit: number },
): Promise<HistoryRow<Date>[]> {
  const { rows } = await sql<HistoryRow<Date>>`
    select * from (
      select ${HISTORY_COLUMNS} from workflow_history
      where project_id = ${projectId} and execution_id = ${executionId} order by visit desc limit ${limit}
    ) as newest order by visit`.execute(db)
  return rows
}
