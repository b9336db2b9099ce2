// Executions with a past that no runner has run: the history of the sample data.
import { sql } from 'kysely'
import type { Trx } from '../../../platform/db/client.ts'
import type { ContactId, ExecutionId } from '../../../platform/ids.ts'
import type { WorkflowRef } from '../workflows.queries.ts'

export type PastVisit = {
  stepId: string
  type: string
  startedAt: Date
  /** null: the contact is still there. */
  completedAt: Date | null
  output: Record<string, unknown> | null
}

export type PastExecution = {
  id: ExecutionId
  contactId: ContactId
  /** In their order. */
  visits: readonly PastVisit[]
  /** When the last step continues; null if the execution has completed. */
  wakeAt: Date | null
}

/** Counters follow by triggers. The contacts cannot enter a second time. */
export async function insertPastExecutions(
  trx: Trx,
  { projectId, workflowId, executions }: WorkflowRef & { executions: readonly PastExecution[] },
): Promise<void> {
  const rows = JSON.stringify(executions.map(toRow))
  await sql`
    with given as materialized (
      select * from jsonb_to_recordset(${rows}::jsonb) as g (id uuid, contact_id uuid, status text, step_id text, visit int,
        since timestamptz, wake_at timestamptz, started_at timestamptz, completed_at timestamptz)
    ), entered as (
      insert into workflow_entries (project_id, workflow_id, contact_id, execution_id)
      select ${projectId}, ${workflowId}, contact_id, case when completed_at is null then id end from given
    )
    insert into workflow_executions (project_id, id, workflow_id, version, contact_id, status, step_id, visit, since, wake_at, due_at,
      started_at, completed_at, depth)
    select ${projectId}, id, ${workflowId}, 1, contact_id, status, step_id, visit, since, wake_at, wake_at, started_at, completed_at, 0
    from given order by id`.execute(trx)
  const visits = JSON.stringify(executions.flatMap(toVisits))
  await sql`
    insert into workflow_history (project_id, execution_id, visit, workflow_id, step_id, type, status, started_at, completed_at, output)
    select ${projectId}, execution_id, visit, ${workflowId}, step_id, type, status, started_at, completed_at, output
    from jsonb_to_recordset(${visits}::jsonb) as v (execution_id uuid, visit int, step_id text, type text, status text,
      started_at timestamptz, completed_at timestamptz, output jsonb)`.execute(trx)
}

function toRow({ id, contactId, visits, wakeAt }: PastExecution) {
  const last = visits.at(-1)
  const hasEnded = wakeAt === null
  return {
    id,
    contact_id: contactId,
    status: hasEnded ? 'COMPLETED' : 'WAITING',
    step_id: hasEnded ? null : (last?.stepId ?? null),
    visit: visits.length,
    since: hasEnded ? last?.completedAt : last?.startedAt,
    wake_at: wakeAt,
    started_at: visits[0]?.startedAt,
    completed_at: hasEnded ? last?.completedAt : null,
  }
}

const toVisits = ({ id, visits }: PastExecution) =>
  visits.map(({ stepId, type, startedAt, completedAt, output }, index) => ({
    execution_id: id,
    visit: index + 1,
    step_id: stepId,
    type,
    status: completedAt === null ? 'WAITING' : 'COMPLETED',
    started_at: startedAt,
    completed_at: completedAt,
    output,
  }))
