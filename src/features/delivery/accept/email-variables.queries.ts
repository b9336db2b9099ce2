import { sql } from 'kysely'
import type { Trx } from '../../../platform/db/client.ts'
import type { EmailId, ProjectId } from '../../../platform/ids.ts'

type EmailVariables = {
  projectId: ProjectId
  emails: readonly { id: EmailId; variables: Record<string, unknown> }[]
}

/** Adds variables to emails, in the transaction that accepts them: no worker has seen them yet. */
export async function addEmailVariables(trx: Trx, { projectId, emails }: EmailVariables): Promise<void> {
  if (emails.length === 0) return
  await sql`
    update email_queue as q set variables = q.variables || given.variables
    from jsonb_to_recordset(${JSON.stringify(emails)}::jsonb) as given (id uuid, variables jsonb)
    where q.project_id = ${projectId} and q.email_id = given.id`.execute(trx)
}
