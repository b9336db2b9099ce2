// Every recipient of a campaign is in exactly one of three tables: in the ledger until the email is created, in email_queue while
// it waits, in emails once it has its outcome. One statement reads all three by primary key, in the order of email ids.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { cutPage } from '../../../platform/db/page.ts'
import type { Page } from '../../../platform/db/page.ts'
import { ofCampaign } from '../../delivery/index.ts'
import type { CampaignEmails } from '../../delivery/index.ts'
import type { CampaignRef, CampaignRow } from '../campaigns.queries.ts'
import type { CampaignRecipient, RecipientStatus as RecipientStatusSchema } from './statistics.schema.ts'

export type RecipientStatus = z.infer<typeof RecipientStatusSchema>

export type RecipientRow = {
  id: string
  contact_id: string | null
  address: string | null
  status: RecipientStatus
  reason: string | null
  sent_at: Date | null
  has_email: boolean
}

export const toRecipient = (row: RecipientRow): z.input<typeof CampaignRecipient> => ({
  contactId: row.contact_id,
  email: row.address,
  status: row.status,
  reason: row.reason,
  emailId: row.has_email ? row.id : null,
  sentAt: row.sent_at?.toISOString() ?? null,
})

type RecipientsQuery = CampaignRef & {
  campaign: CampaignRow
  status: RecipientStatus | undefined
  limit: number
  after: string | undefined
}

export async function listRecipients(
  db: Db | Trx,
  { campaign, status, limit, after, ...ref }: RecipientsQuery,
): Promise<Page<RecipientRow>> {
  const { started_at: startedAt } = campaign
  if (startedAt === null) return { rows: [], hasMore: false }
  const emails: CampaignEmails = { ...ref, startedAt }
  const narrowed = (column: string) => {
    const position = after === undefined ? sql`` : sql`and ${sql.ref(column)} > ${after}::uuid`
    const state = status === undefined ? sql`` : sql`and status = ${status}`
    return sql`${position} ${state} order by ${sql.ref(column)} limit ${limit + 1}`
  }
  const { rows } = await sql<RecipientRow>`
    select * from (
      (select id, contact_id, address, status, reason, null::timestamptz as sent_at, false as has_email
        from (${ledgerOf(campaign)}) as ledger where true ${narrowed('id')})
      union all
      (select email_id, contact_id, address, status, reason, null, true from email_queue
        where ${ofCampaign(emails)} ${narrowed('email_id')})
      union all
      (select id, contact_id, address, status, reason, sent_at, true from emails
        where ${ofCampaign(emails, 'id')} ${narrowed('id')})
    ) as recipients order by id limit ${limit + 1}`.execute(db)
  return cutPage(rows, limit)
}

/** Recipients up to the position are those whose contact was deleted; the others wait, or were dropped by a cancellation. */
function ledgerOf({ project_id: projectId, id, status, position }: CampaignRow): RawBuilder<unknown> {
  const isGone = position === null ? sql`false` : sql`r.email_id <= ${position}::uuid`
  const [left, reason] =
    status === 'CANCELLED' ? ['CANCELLED', 'the campaign was cancelled'] : ['QUEUED', null]
  return sql`
    select r.email_id as id, k.id as contact_id, k.email as address,
      case when ${isGone} then 'CANCELLED' else ${left} end as status,
      case when ${isGone} then 'its contact was deleted' else ${reason} end as reason
    from campaign_recipients as r left join contacts as k on k.project_id = ${projectId} and k.id = r.contact_id
    where r.project_id = ${projectId} and r.campaign_id = ${id}`
}

export async function countWaitingBy(db: Db | Trx, campaign: CampaignRow): Promise<Map<string, number>> {
  const { project_id: projectId, id: campaignId, started_at: startedAt } = campaign
  if (startedAt === null) return new Map()
  const { rows } = await sql<{ status: string; count: number }>`
    select status, count(*) as count from email_queue
    where ${ofCampaign({ projectId, campaignId, startedAt })} group by status`.execute(db)
  return new Map(rows.map(({ status, count }) => [status, count]))
}
