import { sql } from 'kysely'
import type { Trx } from '../../../platform/db/client.ts'
import { newId } from '../../../platform/ids.ts'
import type { EmailId, EventId, ProjectId } from '../../../platform/ids.ts'
import { existingContactId, insertEvents } from '../../events/index.ts'
import { insertTally } from '../tally/tally.queries.ts'
import { moveToRecord } from './end.queries.ts'
import { insertNotes } from './notes.queries.ts'

type AcceptedFailures = {
  projectId: ProjectId
  /** `details` are added to the event. */
  emails: readonly { id: EmailId; reason: string; details: Record<string, unknown> }[]
  now: Date
}

/**
 * "cannot be made" of docs/states.md: ends emails that lack something to print, in the transaction that accepts them. No
 * worker has seen them yet.
 */
export async function failAcceptedEmails(
  trx: Trx,
  { projectId, emails, now }: AcceptedFailures,
): Promise<void> {
  if (emails.length === 0) return
  const rows = emails.map((email) => ({ ...email, event_id: newId<EventId>(now) }))
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) 
        as g (id uuid, reason text, details jsonb, event_id uuid)
    ), gone as (
      delete from email_queue as q using given where q.project_id = ${projectId} and q.email_id = given.id
      returning q.*, 'FAILED' as end_status, given.reason as end_reason, null::jsonb as end_reply,
        null::text as end_subject, ${now}::timestamptz as ended_at, given.event_id, given.details
    ), ${moveToRecord()}, failed as (
      select project_id, email_id, contact_id, event_id, ended_at, details || jsonb_build_object('reason', end_reason) ||
        case when campaign_id is null then '{}' else jsonb_build_object('campaignId', campaign_id) end as data
      from gone
    ), noted as (${insertNotes(sql`select project_id, email_id, event_id, 'failed', data, ended_at from failed`)}
    ), tallied as (${insertTally(sql`select project_id, ended_at, 'failed', 1 from failed`)})
    ${insertEvents(sql`
      select project_id, event_id, 'email.failed', ${existingContactId(sql`f.project_id`, sql`f.contact_id`)}, email_id,
        data, ended_at from failed as f`)}`.execute(trx)
}
