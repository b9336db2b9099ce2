import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ExecutionId, ProjectId } from '../../../platform/ids.ts'
import { listExecutionsById } from '../executions/executions.queries.ts'
import { contactColumns } from '../executions/executions.queries.ts'
import type { ContactOfExecution } from '../executions/executions.queries.ts'
import type { ExecutionRow } from '../executions/execution-row.ts'
import type { WebhookAnswer } from '../engine/execution.ts'
import type { WorkflowRef } from '../workflows.queries.ts'

type CallRef = { projectId: ProjectId; callId: string }

export type FoundCall = {
  visit: number
  execution: ExecutionRow
  contact: ContactOfExecution | undefined
  /** Undefined if the workflow was deleted. */
  secretState: SecretState | undefined
}

/** The number of the current secret, and until when the previous one signs too. */
export type SecretState = { number: number; oldUntil: Date | null }

export async function findSecretState(
  db: Db | Trx,
  { projectId, workflowId }: WorkflowRef,
): Promise<SecretState | undefined> {
  const { rows } = await sql<SecretState>`
    select secret_number as number, old_secret_until as "oldUntil" from workflows
    where project_id = ${projectId} and id = ${workflowId}`.execute(db)
  return rows[0]
}

/** The number of the new secret; undefined if there is no such workflow. */
export async function raiseSecretNumber(
  db: Db | Trx,
  { projectId, workflowId, oldUntil }: WorkflowRef & { oldUntil: Date | null },
): Promise<number | undefined> {
  const { rows } = await sql<{ number: number }>`
    update workflows set secret_number = secret_number + 1, old_secret_until = ${oldUntil}
    where project_id = ${projectId} and id = ${workflowId} returning secret_number as number`.execute(db)
  return rows[0]?.number
}

/** A call with its execution and contact; undefined if the call or the execution was deleted. */
export async function findCall(db: Db | Trx, { projectId, callId }: CallRef): Promise<FoundCall | undefined> {
  const { rows } = await sql<{ visit: number; execution_id: ExecutionId }>`
    select visit, execution_id from workflow_calls
    where project_id = ${projectId} and id = ${callId}`.execute(db)
  const [call] = rows
  if (!call) return undefined
  const [execution] = await listExecutionsById(db, { projectId, ids: [call.execution_id] })
  if (!execution) return undefined
  const { rows: contacts } = await sql<ContactOfExecution>`
    select ${contactColumns(projectId)} from contacts
    where project_id = ${projectId} and id = ${execution.contact_id}`.execute(db)
  const secretState = await findSecretState(db, { projectId, workflowId: execution.workflow_id })
  return { visit: call.visit, execution, contact: contacts[0], secretState }
}

type Attempt = { projectId: ProjectId; call: Pick<FoundCall, 'visit' | 'execution'>; answer: WebhookAnswer }

/** Shows in the history why a call is retried. The final result replaces it. */
export async function recordAttempt(db: Db | Trx, { projectId, call, answer }: Attempt): Promise<void> {
  await sql`
    update workflow_history set output = coalesce(output, '{}') || ${JSON.stringify({ answer })}::jsonb
    where project_id = ${projectId} and execution_id = ${call.execution.id} and visit = ${call.visit}
      and status = 'WAITING'`.execute(db)
}

export async function deleteCall(trx: Trx, { projectId, callId }: CallRef): Promise<void> {
  await sql`delete from workflow_calls where project_id = ${projectId} and id = ${callId}`.execute(trx)
}
