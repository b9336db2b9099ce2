import { sql } from 'kysely'
import type { Db } from '../../../platform/db/client.ts'
import type { EmailRef } from '../queue/email-ref.ts'
import { insertEnded } from './end.queries.ts'

type Failed = EmailRef & { owner: string; fence: number; reason: string; isSent: boolean }

/**
 * For an email whose result the database refuses. As short as it can be, so that what refused the whole result has
 * nothing to refuse here: no event, no timeline, no counter. False when the email was no longer this worker's.
 */
export async function failEmail(
  db: Db,
  { projectId, emailId, owner, fence, reason, isSent }: Failed,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with gone as (
      delete from email_queue where project_id = ${projectId} and email_id = ${emailId} and fence = ${fence}
        and lease_owner = ${owner}
      returning *
    )
    ${insertEnded(sql`
      select project_id, email_id, content_id, contact_id, template_id, case when ${isSent} then clock_timestamp() end,
        scheduled_for, lane, attempts, 'FAILED', source, address, message_id, null, recipients, tags, last_reply, ${reason},
        campaign_id, cohort from gone`)}`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}
