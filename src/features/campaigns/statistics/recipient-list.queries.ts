// Every recipient of a campaign is in exactly one of three tables: in the ledger until the email is created, in email_queue while
// it waits, in emails once it has its outcome. One statement reads all three by primary key, in the order of email ids.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { containing, isSearched } from '../../../platform/db/like.ts'
import { countRows, cutPage } from '../../../platform/db/page.ts'
import type { Page } from '../../../platform/db/page.ts'
import { findByPartOfAddress } from '../../contacts/index.ts'
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

/** With whether the email was opened or clicked. */
export type ReadRecipientRow = RecipientRow & { opened: boolean; clicked: boolean }

export const toRecipient = (row: ReadRecipientRow): z.input<typeof CampaignRecipient> => ({
  contactId: row.contact_id,
  email: row.address,
  status: row.status,
  reason: row.reason,
  emailId: row.has_email ? row.id : null,
  sentAt: row.sent_at?.toISOString() ?? null,
  opened: row.opened,
  clicked: row.clicked,
})

type RecipientsQuery = CampaignRef & {
  campaign: CampaignRow
  status: RecipientStatus | undefined
  search?: string | undefined
  limit: number
  after: string | undefined
}

export async function listRecipients(
  db: Db | Trx,
  { limit, after, ...query }: RecipientsQuery,
): Promise<Page<RecipientRow>> {
  const recipients = await recipientsOf(db, query, (column) => {
    const position = after === undefined ? sql`` : sql`and ${sql.ref(column)} > ${after}::uuid`
    return sql`${position} order by ${sql.ref(column)} limit ${limit + 1}`
  })
  if (!recipients) return { rows: [], hasMore: false }
  const { rows } = await sql<RecipientRow>`
    select * from (${recipients}) as recipients order by id limit ${limit + 1}`.execute(db)
  return cutPage(rows, limit)
}

/** The recipients whose address contains the text; counting them reads them. */
export async function countFoundRecipients(
  db: Db | Trx,
  query: Omit<RecipientsQuery, 'limit' | 'after'>,
): Promise<number> {
  const recipients = await recipientsOf(db, query, () => sql``)
  return recipients ? countRows(db, sql`(${recipients}) as recipients`) : 0
}

/** Undefined for a campaign that was never started. `cut` limits the rows of each of the three tables by their id. */
async function recipientsOf(
  db: Db | Trx,
  { campaign, status, search, ...ref }: Omit<RecipientsQuery, 'limit' | 'after'>,
  cut: (column: string) => RawBuilder<unknown>,
): Promise<RawBuilder<unknown> | undefined> {
  const { started_at: startedAt } = campaign
  if (startedAt === null) return undefined
  const emails: CampaignEmails = { ...ref, startedAt }
  const found = isSearched(search) ? sql`and ${await hasAddress(db, { ...ref, search })}` : sql``
  const state = status === undefined ? sql`` : sql`and status = ${status}`
  const narrowed = (column: string) => sql`${found} ${state} ${cut(column)}`
  return sql`
    (select id, contact_id, address, status, reason, null::timestamptz as sent_at, false as has_email
      from (${ledgerOf(campaign)}) as ledger where true ${narrowed('id')})
    union all
    (select email_id, contact_id, address, status, reason, null, true from email_queue
      where ${ofCampaign(emails)} ${narrowed('email_id')})
    union all
    (select id, contact_id, address, status, reason, sent_at, true from emails
      where ${ofCampaign(emails, 'id')} ${narrowed('id')})`
}

/** Contacts with such an address lead to their emails (emails_by_contact). A common text is compared with each recipient instead. */
async function hasAddress(
  db: Db | Trx,
  { projectId, search }: CampaignRef & { search: string },
): Promise<RawBuilder<unknown>> {
  const contactIds = await findByPartOfAddress(db, { projectId, search })
  if (contactIds) return sql`contact_id = any(${contactIds}::uuid[])`
  return sql`address like ${containing(search.trim().toLowerCase())}`
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
