import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { CampaignId, ContactId, EmailId, ProjectId } from '../../../platform/ids.ts'
import { ofCampaign } from '../../delivery/index.ts'
import { emailIdOf } from '../sending/recipients.queries.ts'

export type EmailOfContact = {
  id: EmailId
  status: string
  reason: string | null
  sentAt: Date | null
  isWaiting: boolean
  capHeldSince: Date | null
}

type RecipientRef = { projectId: ProjectId; campaignId: CampaignId; contactId: ContactId; startedAt: Date }

/** The email of the campaign to the contact. Served by email_queue_by_contact and emails_by_contact. */
export async function findEmailOfContact(
  db: Db | Trx,
  { contactId, ...campaign }: RecipientRef,
): Promise<EmailOfContact | undefined> {
  const { rows } = await sql<EmailOfContact>`
    select email_id as id, status, reason, null::timestamptz as "sentAt", true as "isWaiting",
      cap_held_since as "capHeldSince"
    from email_queue where contact_id = ${contactId} and ${ofCampaign(campaign)}
    union all
    select id, status, reason, sent_at, false, null
    from emails where contact_id = ${contactId} and ${ofCampaign(campaign, 'id')}
    limit 1`.execute(db)
  return rows[0]
}

type LedgerQuery = RecipientRef & {
  /** Whether the emails leave at times of the recipients: their ids then contain the minute. */
  isLocal: boolean
}

// The twelve bits of the minute in an id.
const MINUTES = 4_096

/** Whether the contact is among the recipients who have no email yet: by the id that its email would have. */
export async function isInLedger(
  db: Db | Trx,
  { projectId, campaignId, contactId, startedAt, isLocal }: LedgerQuery,
): Promise<boolean> {
  const emailId = emailIdOf({ campaignId, startedAt, slot: isLocal ? sql`minute` : null })
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from campaign_recipients
      where project_id = ${projectId} and campaign_id = ${campaignId} and email_id = any(array(
        select ${emailId} from contacts cross join generate_series(0, ${isLocal ? MINUTES - 1 : 0}) as minute
        where contacts.project_id = ${projectId} and contacts.id = ${contactId}))
    ) as found`.execute(db)
  return rows[0]?.found === true
}

type AudienceQuery = { projectId: ProjectId; contactId: ContactId; matching: RawBuilder<unknown> }

/** Whether the contact matches a condition on contacts. */
export async function isMatching(
  db: Db | Trx,
  { projectId, contactId, matching }: AudienceQuery,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from contacts where contacts.project_id = ${projectId} and contacts.id = ${contactId} and (${matching})
    ) as found`.execute(db)
  return rows[0]?.found === true
}
