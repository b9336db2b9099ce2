import { sql } from 'kysely'
import type { Trx } from '../../platform/db/client.ts'
import { insertCampaignTally } from '../delivery/index.ts'
import type { EmailRef } from '../delivery/index.ts'

/** Counts an unsubscribe through the email for its campaign, if it has one. */
export async function insertUnsubscribeTally(
  trx: Trx,
  { projectId, emailId, now }: EmailRef & { now: Date },
): Promise<void> {
  await insertCampaignTally(sql`
    select project_id, campaign_id, cohort, ${now}::timestamptz, 'unsubscribed', 1 from all_emails
    where project_id = ${projectId} and id = ${emailId}`).execute(trx)
}
