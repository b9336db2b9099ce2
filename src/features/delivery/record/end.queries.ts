// Ends an email: its row moves from the queue to the record in one statement. Every way to end one goes through here,
// so that an email is always in exactly one of the two.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ContactId, TransportId } from '../../../platform/ids.ts'
import { INSTANCE_ROUTE, transportOfRoute } from '../../transports/index.ts'
import { freeSlots } from '../holds/cap-slots.queries.ts'
import type { EmailRef } from '../queue/email-ref.ts'

/** Part of a larger statement. `rows` selects the columns in this order. */
export const insertEnded = (rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into emails (project_id, id, content_id, contact_id, template_id, sent_at, scheduled_for, lane, attempts, status,
    source, address, message_id, subject, recipients, tags, last_reply, reason, campaign_id, cohort, transport_id,
    topic_id) ${rows}`

/**
 * Part of a larger statement. `rows` selects project_id, email_id and the variables of emails that end. The month is
 * computed once: as the default of its column it would be computed for each row.
 */
export const insertPayloads = (rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into email_payloads (project_id, email_id, variables, month_id)
  select project_id, email_id, variables, (select current_month_id())
  from (${rows}) as ending (project_id, email_id, variables)
  where variables <> '{}'`

/** The transport of a row `gone`; null: MAIL_TRANSPORT, or deleted meanwhile. */
const TRANSPORT_OF_ROUTE = sql`case when gone.route_id <> ${sql.lit(INSTANCE_ROUTE)} then ${transportOfRoute(sql`gone.route_id`)} end`

/**
 * Parts of a statement that has `gone`: rows deleted from email_queue, with end_status, end_reason, end_reply,
 * end_subject and ended_at beside the columns of the queue. `isSent`: all of them were sent, so that no slot of a
 * frequency cap becomes free.
 */
export const moveToRecord = ({ isSent = false } = {}): RawBuilder<unknown> => sql`
  ended as (${insertEnded(sql`
    select project_id, email_id, content_id, contact_id, template_id,
      case when end_status in ('SENT', 'DELIVERED', 'COMPLAINED') then ended_at end, scheduled_for, lane, attempts,
      end_status, source, address, message_id, end_subject, recipients, tags, coalesce(end_reply, last_reply), end_reason,
      campaign_id, cohort, ${TRANSPORT_OF_ROUTE}, topic_id from gone`)}
  ), payloads as (${insertPayloads(sql`select project_id, email_id, variables from gone`)})
  ${isSent ? sql`` : sql`, ${freeSlots()}`}`

export type LockedEmail = {
  contact_id: ContactId | null
  address: string
  source: string
  status: string
  /** The ids of its campaign, template and workflow, for the data of events. */
  origin: Record<string, string>
  sent_at: Date | null
  /** The transport of a project; null: MAIL_TRANSPORT. */
  transport_id: TransportId | null
  /** How its receiver took it (standingOf), if address and transport do not tell. */
  via: string | null
  /** Email sent before this does not count for the health of the project. */
  judged_from: Date | null
}

const ORIGIN = sql.raw('email_origin(e.campaign_id, e.template_id, e.recipients)')

/** Locks the email until the transaction ends. */
export async function lockEmail(
  trx: Trx,
  { projectId, emailId }: EmailRef,
): Promise<LockedEmail | undefined> {
  const health = sql`left join project_health as h on h.project_id = e.project_id`
  // The queue first: an email that leaves it meanwhile is found in the record by the second statement.
  const waiting = await sql<LockedEmail>`
    select e.contact_id, e.address, e.source, e.status, ${ORIGIN} as origin, null::timestamptz as sent_at,
      ${transportOfRoute(sql`e.route_id`)} as transport_id, e.last_reply ->> 'via' as via, h.judged_from from email_queue as e ${health}
    where e.project_id = ${projectId} and e.email_id = ${emailId} for update of e`.execute(trx)
  if (waiting.rows[0]) return waiting.rows[0]
  const ended = await sql<LockedEmail>`
    select e.contact_id, e.address, e.source, e.status, ${ORIGIN} as origin, e.sent_at, e.transport_id,
      e.last_reply ->> 'via' as via, h.judged_from from emails as e ${health}
    where e.project_id = ${projectId} and e.id = ${emailId} for update of e`.execute(trx)
  return ended.rows[0]
}

export type ReportedEnd = EmailRef & {
  status: 'BOUNCED' | 'COMPLAINED'
  reason: string
  sentAt: Date | null
}

/**
 * Ends an email because of a report, whether it waits or has already ended. A worker that has claimed it loses its
 * claim with the row.
 */
export async function endEmail(
  trx: Trx,
  { projectId, emailId, status, reason, sentAt }: ReportedEnd,
): Promise<void> {
  const { rows } = await sql`
    with gone as (
      delete from email_queue where project_id = ${projectId} and email_id = ${emailId}
      returning *, ${status} as end_status, ${reason} as end_reason, null::jsonb as end_reply, null::text as end_subject,
        ${sentAt}::timestamptz as ended_at
    ), ${moveToRecord()}
    select from gone`.execute(trx)
  if (rows.length > 0) return
  await trx
    .updateTable('emails')
    .set({ status, reason, sent_at: sentAt })
    .where('project_id', '=', projectId)
    .where('id', '=', emailId)
    .execute()
}

type FailedEmail = EmailRef & { owner: string; fence: number; reason: string; isSent: boolean }

/**
 * Ends an email whose result the database refuses. The statement writes no event, no note and no counter, so that
 * nothing is left for the database to reject. False if the email no longer belongs to this worker.
 */
export async function failEmail(
  db: Db,
  { projectId, emailId, owner, fence, reason, isSent }: FailedEmail,
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
        campaign_id, cohort, ${TRANSPORT_OF_ROUTE}, topic_id from gone`)}`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}
