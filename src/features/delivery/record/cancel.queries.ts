import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { newId } from '../../../platform/ids.ts'
import type { EventId } from '../../../platform/ids.ts'
import type { EmailRef } from '../queue/email-ref.ts'
import { endGone } from './end.queries.ts'
import { insertNotes } from './notes.queries.ts'

/**
 * "cancelled" of docs/states.md. One statement: against a worker that claims the email at the same moment either this or
 * the claim finds the row in its state, never both. False when it does not wait (any more), or is not there.
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
    ), ${endGone()}, noted as (${insertNotes(sql`
      select project_id, email_id, ${newId<EventId>(now)}::uuid, 'cancelled', '{}'::jsonb, ended_at from gone`)})
    select from gone`.execute(db)
  return rows.length > 0
}
