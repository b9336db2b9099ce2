import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ContactId, ContentId, EmailId, ProjectId, TemplateId } from '../../../platform/ids.ts'
import { suppressionInForce } from '../../suppressions/index.ts'
import type { SuppressionReason } from '../../suppressions/index.ts'
import { giveUpAt, LANE_NUMBERS } from '../queue/retry-schedule.ts'
import { testOutcomeOf } from '../transports/test-recipients.ts'

export type TestEmail = {
  id: EmailId
  address: string
  /** The contact whose data fills it; null for an address without a contact. */
  contactId: ContactId | null
  variables: Record<string, unknown>
}

/** A test that will not be sent, and why. */
export type TestSuppression = { id: EmailId; reason: SuppressionReason }

type NewTestEmails = {
  projectId: ProjectId
  contentId: ContentId
  emails: readonly TestEmail[]
  /** TRANSACTIONAL: email to a colleague other than a test, such as an invitation. */
  source?: 'TEST' | 'TRANSACTIONAL'
  templateId?: TemplateId | null
  now: Date
}

/**
 * Queues email to people who work on the project: tests of a campaign or template, and invitations. They create no contacts
 * and ignore subscriptions, since their recipients were named for it, so they are sent as transactional email. Only a
 * suppression stops them, when they are sent; the suppressed ones are returned here.
 */
export async function insertTestEmails(
  trx: Db | Trx,
  { projectId, contentId, emails, source = 'TEST', templateId = null, now }: NewTestEmails,
): Promise<TestSuppression[]> {
  const lane = 'transactional'
  const rows = emails.map(({ id, address, contactId, variables }) => ({
    id,
    address,
    contact_id: contactId,
    variables,
  }))
  const { rows: suppressed } = await sql<TestSuppression>`
    with inserted as (insert into email_queue (project_id, email_id, lane, status, run_at, give_up_at, content_id, contact_id, template_id, source,
      address, variables)
    select ${projectId}, id, ${sql.lit(LANE_NUMBERS[lane])}, 'QUEUED', ${now}, ${giveUpAt(lane, now)}, ${contentId},
      contact_id, ${templateId}::uuid, ${source}, address, variables
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (id uuid, address text, contact_id uuid, variables jsonb)
    order by id returning email_id, address)
    select m.email_id as id, s.reason from inserted as m join suppressions as s
      on s.project_id = ${projectId} and s.email = m.address and ${suppressionInForce('s')}`.execute(trx)
  const simulated = emails.filter(({ address }) => testOutcomeOf(address) === 'suppressed')
  return [...suppressed, ...simulated.map(({ id }) => ({ id, reason: 'manual' as const }))]
}
