import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ContactId } from '../../../platform/ids.ts'
import type { WorkflowRef } from '../workflows.queries.ts'

/** The entry of a contact that is or was in a workflow. */
export type EntryOfContact = { isInside: boolean; startedAt: Date | null }

/** The entry that the reentry rule goes by, with the start of the last execution, if it is still stored. */
export async function findEntry(
  db: Db | Trx,
  { projectId, workflowId, contactId }: WorkflowRef & { contactId: ContactId },
): Promise<EntryOfContact | undefined> {
  const { rows } = await sql<EntryOfContact>`
    select n.execution_id is not null as "isInside", (
      select e.started_at from workflow_executions as e
      where e.project_id = n.project_id and e.contact_id = n.contact_id and e.workflow_id = n.workflow_id
      order by e.id desc limit 1
    ) as "startedAt"
    from workflow_entries as n
    where n.project_id = ${projectId} and n.workflow_id = ${workflowId} and n.contact_id = ${contactId}`.execute(
    db,
  )
  return rows[0]
}
