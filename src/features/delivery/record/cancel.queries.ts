import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { newId } from '../../../platform/ids.ts'
import type { EventId } from '../../../platform/ids.ts'
import { holdCampaign, IS_LOCKED, lockCampaignEmails, ofCampaign } from '../queue/campaign-emails.queries.ts'
import type { CampaignEmails } from '../queue/campaign-emails.queries.ts'
import type { EmailRef } from '../queue/email-ref.ts'
import { moveToRecord } from './end.queries.ts'
import { insertNotes } from './notes.queries.ts'

/**
 * "cancelled" of docs/states.md. One statement: if a worker claims the email at the same moment, either this or the
 * claim succeeds, never both. False if the email does not exist or does not wait any more.
 */
export async function cancelWaitingEmail(
  db: Db | Trx,
  { projectId, emailId, now }: EmailRef & { now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    with gone as (
      delete from email_queue where project_id = ${projectId} and email_id = ${emailId} and status <> 'SENDING'
      returning *, 'CANCELLED' as end_status, null::text as end_reason, null::jsonb as end_reply,
        null::text as end_subject, ${now}::timestamptz as ended_at
    ), ${moveToRecord()}, noted as (${insertNotes(sql`
      select project_id, email_id, ${newId<EventId>(now)}::uuid, 'cancelled', '{}'::jsonb, ended_at from gone`)})
    select from gone`.execute(db)
  return rows.length > 0
}

/**
 * "cancelled" of docs/states.md for all waiting emails of a campaign. An email that is being sent ends by itself; if it
 * is deferred, it is held, and has to be cancelled then.
 */
export async function cancelCampaignEmails(
  trx: Trx,
  { now, ...campaign }: CampaignEmails & { now: Date },
): Promise<void> {
  await sql`
    with ${lockCampaignEmails(campaign)}, gone as (
      delete from email_queue where ${ofCampaign(campaign)} and ${IS_LOCKED} and status <> 'SENDING'
      returning *, 'CANCELLED' as end_status, 'the campaign was cancelled' as end_reason, null::jsonb as end_reply,
        null::text as end_subject, ${now}::timestamptz as ended_at
    ), ${moveToRecord()}
    select from gone`.execute(trx)
  await holdCampaign(trx, campaign)
}

/** An email that was being sent is due whatever its lease says: its worker does not exist any more. */
const isDue = (now: Date) => sql`(status = 'SENDING' or run_at <= ${now}::timestamptz)`

/** Counts the emails of all projects that a worker would send at once. For a restored database that no worker uses yet. */
export async function countDueEmails(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from email_queue where ${isDue(now)}`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Cancels these emails ("cancelled" of docs/states.md) and returns their number. They waited when the backup was made;
 * the old server may have sent them since, which the backup cannot tell.
 */
export async function cancelDueEmails(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with gone as (
      delete from email_queue where ${isDue(now)}
      returning *, 'CANCELLED' as end_status, 'cancelled when a backup was restored' as end_reason,
        null::jsonb as end_reply, null::text as end_subject, ${now}::timestamptz as ended_at
    ), ${moveToRecord()}, noted as (${insertNotes(sql`
      select project_id, email_id, ${newId<EventId>(now)}::uuid, 'cancelled', '{}'::jsonb, ended_at from gone`)})
    select count(*)::int as count from gone`.execute(db)
  return rows[0]?.count ?? 0
}
