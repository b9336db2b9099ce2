import { sql } from 'kysely'
import type { Db } from '../../../platform/db/client.ts'
import type { EmailRef } from '../queue/claim.queries.ts'

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
    update emails set status = 'FAILED', lease_owner = null, reason = ${reason},
      sent_at = case when ${isSent} then coalesce(sent_at, clock_timestamp()) else sent_at end
    where project_id = ${projectId} and id = ${emailId} and fence = ${fence} and lease_owner = ${owner}`.execute(
    db,
  )
  return (numAffectedRows ?? 0n) > 0n
}
