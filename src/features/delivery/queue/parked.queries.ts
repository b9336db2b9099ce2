// Emails that no worker claims any more (migrations/0013): nothing can be written to their rows, so whoever sent one could
// not record that it did, and the next worker would send it again.
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/client.ts'
import type { EmailId, ProjectId } from '../../../platform/ids.ts'

/** Part of the condition of a claim. Not a join: that would keep the planner from walking email_queue_due in its order. */
export const IS_NOT_PARKED = sql.raw('email_id <> all (array(select email_id from parked_emails))')

type Parked = { projectId: ProjectId; emailId: EmailId; reason: string; now: Date }

/** From now on no worker claims the email, in whatever state it is. */
export async function parkEmail(db: Db, { projectId, emailId, reason, now }: Parked): Promise<void> {
  await sql`
    insert into parked_emails (project_id, email_id, reason, created_at)
    values (${projectId}, ${emailId}, ${reason}, ${now}) on conflict do nothing`.execute(db)
}

/** Of all projects; 0 on a healthy installation. */
export async function countParkedEmails(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from parked_emails`.execute(db)
  return rows[0]?.count ?? 0
}
