import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import type { WorkflowRef } from '../workflows.queries.ts'
import { COLUMNS } from './executions.queries.ts'
import { placeOf } from './execution-row.ts'
import type { ExecutionRef, ExecutionRow } from './execution-row.ts'

/** Active executions, oldest first. Waits for those that a worker has locked. */
export async function lockActive(
  trx: Trx,
  { projectId, workflowId, limit }: WorkflowRef & { limit: number },
): Promise<ExecutionRow[]> {
  const { rows } = await sql<ExecutionRow>`
    select ${COLUMNS} from workflow_executions as e
    where e.project_id = ${projectId} and e.workflow_id = ${workflowId} and e.completed_at is null
    order by e.id limit ${limit} for update of e`.execute(trx)
  return rows
}

export async function countActive(db: Db | Trx, { projectId, workflowId }: WorkflowRef): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from workflow_executions
    where project_id = ${projectId} and workflow_id = ${workflowId} and completed_at is null`.execute(db)
  return rows[0]?.count ?? 0
}

type ReopenInput = { projectId: ProjectId; row: ExecutionRow; names: readonly string[]; now: Date }

/** Makes a failed execution active again, with the events it waits for. */
export async function reopenExecution(trx: Trx, { projectId, row, names, now }: ReopenInput): Promise<void> {
  // Later steps count events from now on.
  const place = { ...placeOf(row), arrived: { at: now.getTime() } }
  await sql`
    update workflow_executions set status = 'RUNNING', completed_at = null, exit_reason = null, wake_at = ${now},
      due_at = ${now}, position = ${JSON.stringify(place)}::jsonb, attempts = 0, fence = fence + 1
    where project_id = ${projectId} and id = ${row.id}`.execute(trx)
  await sql`
    insert into workflow_waits (project_id, contact_id, name, execution_id)
    select ${projectId}, ${row.contact_id}, name, ${row.id}
    from unnest(${names}::text[]) as name on conflict do nothing`.execute(trx)
  await sql`
    update workflow_entries set execution_id = ${row.id}
    where project_id = ${projectId} and workflow_id = ${row.workflow_id} and contact_id = ${row.contact_id}
      and execution_id is null`.execute(trx)
}

/** For an execution that never started and has no history. */
export async function deleteExecution(trx: Trx, { projectId, executionId }: ExecutionRef): Promise<void> {
  await sql`
    delete from workflow_executions where project_id = ${projectId} and id = ${executionId}`.execute(trx)
}

/** Raises the fences, so that workers that have claimed these executions cannot save them. */
export async function invalidateClaims(
  trx: Trx,
  { projectId, ids }: { projectId: ProjectId; ids: readonly string[] },
): Promise<void> {
  await sql`
    update workflow_executions set fence = fence + 1
    where project_id = ${projectId} and id = any(${ids}::uuid[])`.execute(trx)
}
