// The contacts that were sent email, for filters. Served by emails_by_contact or the month of the record.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { groupsOf } from '../../platform/db/count-range.ts'
import type { ProjectId } from '../../platform/ids.ts'

type SentEmailFilter = {
  projectId: ProjectId
  status: 'sent' | 'delivered'
  /** How many emails: at least one. */
  atLeast: number
  atMost?: number | undefined
  from?: Date | undefined
  to?: Date | undefined
  /** Only the emails of this campaign, template or workflow. */
  origin?: { campaignId?: string; templateId?: string; workflowId?: string }
  /** Only these contacts: an array of their ids in SQL. */
  among?: RawBuilder<unknown> | undefined
}

/**
 * A subselect of contact_id; without a count, with duplicates. Sent: a server accepted the email, whatever came back later. Delivered:
 * the transport says that it arrived, or its recipient complained. Tests are not counted.
 */
export function contactsWithEmails(filter: SentEmailFilter): RawBuilder<unknown> {
  const { projectId, status, atLeast, atMost, from, to, origin, among } = filter
  const conditions = [
    sql`m.project_id = ${projectId}`,
    among ? sql`m.contact_id = any(${among})` : sql`m.contact_id is not null`,
    sql`m.sent_at is not null`,
    sql`m.source <> 'TEST'`,
  ]
  if (status === 'delivered') conditions.push(sql`m.status in ('DELIVERED', 'COMPLAINED')`)
  if (from) conditions.push(sql`m.sent_at >= ${from}`)
  if (to) conditions.push(sql`m.sent_at <= ${to}`)
  const { campaignId, templateId, workflowId } = origin ?? {}
  if (campaignId !== undefined) conditions.push(sql`m.campaign_id = ${campaignId}::uuid`)
  if (templateId !== undefined) conditions.push(sql`m.template_id = ${templateId}::uuid`)
  if (workflowId !== undefined) {
    conditions.push(sql`m.source = 'WORKFLOW' and m.recipients ->> 'workflowId' = ${workflowId}`)
  }
  const counted = groupsOf(sql`m.contact_id`, { atLeast, atMost })
  return sql`select m.contact_id from emails as m where ${sql.join(conditions, sql` and `)} ${counted}`
}

type ContactEmails = { projectId: ProjectId; contactId: RawBuilder<unknown>; from: Date | undefined }

/** A subselect of `at` and `data`: the times at which email was sent to one contact. */
export function emailsOfContact({ projectId, contactId, from }: ContactEmails): RawBuilder<unknown> {
  return sql`
    select m.sent_at as at, '{}'::jsonb as data from emails as m
    where m.project_id = ${projectId} and m.contact_id = ${contactId} and m.sent_at is not null
      and ${from ? sql`m.sent_at >= ${from}` : sql`true`}`
}
