import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { newId } from '../../../platform/ids.ts'
import type { EventId } from '../../../platform/ids.ts'
import type { EmailRef } from '../queue/email-ref.ts'
import { LANE_NUMBERS } from '../queue/retry-schedule.ts'
import { scheduleOf } from '../queue/schedule.ts'
import { asJsonTime, insertNotes } from './notes.queries.ts'

type NewSchedule = EmailRef & {
  /** Null to send immediately. */
  scheduledFor: Date | null
  now: Date
}

/**
 * "rescheduled" of docs/states.md. The row is locked before it is checked: if a worker claims the email at the same
 * moment, either this or the claim succeeds, never both. False if the email does not exist, does not wait any more, or
 * belongs to a campaign, whose pause holds its emails by their times.
 */
export async function rescheduleWaitingEmail(
  db: Db | Trx,
  { projectId, emailId, scheduledFor, now }: NewSchedule,
): Promise<boolean> {
  const transactional = scheduleOf({ lane: 'transactional', scheduledFor, now })
  const marketing = scheduleOf({ lane: 'marketing', scheduledFor, now })
  const { rows } = await sql`
    with waiting as materialized (
      select project_id, email_id, scheduled_for from email_queue
      where project_id = ${projectId} and email_id = ${emailId} and status <> 'SENDING'
        and campaign_id is null for update
    ), moved as (
      update email_queue as q set status = ${transactional.status}, run_at = ${transactional.runAt},
        scheduled_for = ${transactional.scheduledFor}, held_for = null,
        give_up_at = case q.lane when ${sql.lit(LANE_NUMBERS.transactional)} then ${transactional.giveUpAt}::timestamptz
          else ${marketing.giveUpAt}::timestamptz end
      from waiting as w where q.project_id = w.project_id and q.email_id = w.email_id
      returning q.project_id, q.email_id, q.scheduled_for, w.scheduled_for as scheduled_before
    ), noted as (${insertNotes(sql`
      select project_id, email_id, ${newId<EventId>(now)}::uuid, 'rescheduled',
        jsonb_build_object('scheduledFor', ${asJsonTime('scheduled_for')}, 'before', ${asJsonTime('scheduled_before')}),
        ${now}::timestamptz from moved`)})
    select from moved`.execute(db)
  return rows.length > 0
}
