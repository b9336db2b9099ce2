// Emails that no worker claims any more (migrations/0013): their rows cannot be written, so the result of an attempt
// could not be recorded, and the next worker would send the email again.
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/client.ts'
import type { EmailId, ProjectId } from '../../../platform/ids.ts'

/** Part of the condition of a claim. Not a join: that would keep the planner from walking email_queue_due in its order. */
export const IS_NOT_PARKED = sql.raw('email_id <> all (array(select email_id from parked_emails))')

type ParkedEmail = { projectId: ProjectId; emailId: EmailId; reason: string; now: Date }

/** Parks the email, whatever its state: no worker claims it any more. */
export async function parkEmail(db: Db, { projectId, emailId, reason, now }: ParkedEmail): Promise<void> {
  await sql`
    insert into parked_emails (project_id, email_id, reason, created_at)
    values (${projectId}, ${emailId}, ${reason}, ${now}) on conflict do nothing`.execute(db)
}

/** Counts those of all projects; 0 on a healthy installation. */
export async function countParkedEmails(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from parked_emails`.execute(db)
  return rows[0]?.count ?? 0
}
