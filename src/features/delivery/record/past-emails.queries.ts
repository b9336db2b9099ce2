// Emails with a past that nobody has sent: the history of the sample data. They are recorded as sent emails are, so that lists, counters
// and statistics show them like any other.
import { sql } from 'kysely'
import type { Trx } from '../../../platform/db/client.ts'
import type {
  CampaignId,
  ContactId,
  ContentId,
  EmailId,
  ProjectId,
  TemplateId,
} from '../../../platform/ids.ts'
import { LANE_NUMBERS } from '../queue/retry-schedule.ts'
import { insertTally } from '../tally/tally.queries.ts'
import { insertEnded } from './end.queries.ts'

export type PastEmail = {
  /** Its time is `sentAt` or a moment before. */
  id: EmailId
  contentId: ContentId
  contactId: ContactId
  address: string
  subject: string
  sentAt: Date
  status: 'DELIVERED' | 'BOUNCED'
  reason: string | null
  templateId: TemplateId | null
  /** Where its statistics are counted: those of a campaign, or of the step of a workflow. */
  origin: { campaignId: CampaignId } | { workflowId: string; stepId: string; executionId: string }
}

export async function insertPastEmails(
  trx: Trx,
  { projectId, emails }: { projectId: ProjectId; emails: readonly PastEmail[] },
): Promise<void> {
  const rows = JSON.stringify(emails.map(toRow))
  await sql`
    with given as materialized (
      select * from jsonb_to_recordset(${rows}::jsonb) as g (id uuid, content_id uuid, contact_id uuid, template_id uuid,
        sent_at timestamptz, status text, source text, address text, subject text, recipients jsonb, reason text, campaign_id uuid)
    ), ended as (${insertEnded(sql`
      select ${projectId}::uuid, id, content_id, contact_id, template_id, sent_at, null::timestamptz,
        ${sql.lit(LANE_NUMBERS.marketing)}::smallint, 1::smallint, status, source, address, null, subject, recipients, null::text[],
        null::jsonb, reason, campaign_id, null::smallint, null::uuid, null::uuid
      from given order by id`)})
    ${insertTally(sql`select ${projectId}::uuid, sent_at, lower(status), 1 from given`)}`.execute(trx)
}

function toRow({ origin, ...email }: PastEmail) {
  const isOfCampaign = 'campaignId' in origin
  return {
    id: email.id,
    content_id: email.contentId,
    contact_id: email.contactId,
    template_id: email.templateId,
    sent_at: email.sentAt,
    status: email.status,
    source: isOfCampaign ? 'CAMPAIGN' : 'WORKFLOW',
    address: email.address,
    subject: email.subject,
    recipients: isOfCampaign ? null : origin,
    reason: email.reason,
    campaign_id: isOfCampaign ? origin.campaignId : null,
  }
}

/** The emails to these contacts that have ended. */
export async function listEndedOf(
  trx: Trx,
  { projectId, contactIds }: { projectId: ProjectId; contactIds: readonly ContactId[] },
): Promise<EmailId[]> {
  const rows = await trx
    .selectFrom('emails')
    .select('id')
    .where('project_id', '=', projectId)
    .where('contact_id', 'in', contactIds)
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes ended emails and takes them out of the counts of their hours, as if they had never been. */
export async function deleteEnded(
  trx: Trx,
  { projectId, ids }: { projectId: ProjectId; ids: readonly EmailId[] },
): Promise<void> {
  const ofEmails = sql`project_id = ${projectId} and email_id = any(${ids}::uuid[])`
  await sql`delete from email_events where ${ofEmails}`.execute(trx)
  await sql`delete from email_payloads where ${ofEmails}`.execute(trx)
  await sql`
    with gone as (
      delete from emails where project_id = ${projectId} and id = any(${ids}::uuid[]) returning sent_at, status, source
    )
    ${insertTally(sql`
      select ${projectId}::uuid, sent_at, lower(status), -1 from gone where sent_at is not null and source <> 'TEST'`)}`.execute(
    trx,
  )
}
