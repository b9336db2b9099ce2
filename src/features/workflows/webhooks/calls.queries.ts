import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ExecutionId, ProjectId } from '../../../platform/ids.ts'
import { listExecutionsById } from '../executions/executions.queries.ts'
import type { ContactOfExecution } from '../executions/executions.queries.ts'
import type { ExecutionRow } from '../executions/execution-row.ts'

type CallRef = { projectId: ProjectId; callId: string }

export type FoundCall = { visit: number; execution: ExecutionRow; contact: ContactOfExecution | undefined }

/** A call with its execution and its contact; undefined if either call or execution is gone. */
export async function findCall(db: Db | Trx, { projectId, callId }: CallRef): Promise<FoundCall | undefined> {
  const { rows } = await sql<{ visit: number; execution_id: ExecutionId }>`
    select visit, execution_id from workflow_calls where project_id = ${projectId} and id = ${callId}`.execute(
    db,
  )
  const [call] = rows
  if (!call) return undefined
  const [execution] = await listExecutionsById(db, { projectId, ids: [call.execution_id] })
  if (!execution) return undefined
  const { rows: contacts } = await sql<ContactOfExecution>`
    select id, email, subscribed, data, created_at, updated_at from contacts
    where project_id = ${projectId} and id = ${execution.contact_id}`.execute(db)
  return { visit: call.visit, execution, contact: contacts[0] }
}

export async function deleteCall(trx: Trx, { projectId, callId }: CallRef): Promise<void> {
  await sql`delete from workflow_calls where project_id = ${projectId} and id = ${callId}`.execute(trx)
}
