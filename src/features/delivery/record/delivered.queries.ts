// Records that the receiving servers have taken emails, as the provider of the transport reports it.
import { sql } from 'kysely'
import type { Trx } from '../../../platform/db/client.ts'
import { newId } from '../../../platform/ids.ts'
import type { EmailId, EventId, ProjectId } from '../../../platform/ids.ts'
import { storableText } from '../../../platform/text/storable-text.ts'
import { insertTally } from '../tally/tally.queries.ts'
import { PROBE } from '../transports/simulated.ts'
import { moveToRecord } from './end.queries.ts'
import { insertNotes } from './notes.queries.ts'

/** `source`: who reports it. */
export type DeliveredEmail = { emailId: EmailId; reply: string; source: string }

type DeliveredEmails = { projectId: ProjectId; emails: readonly DeliveredEmail[]; now: Date }

/**
 * SENT becomes DELIVERED. An email that still waits ends as well: its connection was lost after the final dot, and sending it
 * again would double it. Emails in other states have ended and stay as they are.
 */
export async function markDelivered(trx: Trx, { projectId, emails, now }: DeliveredEmails): Promise<void> {
  const rows = emails.map(({ emailId, reply, source }) => ({
    id: emailId,
    event_id: newId<EventId>(now),
    data: { reply: storableText(reply), source },
  }))
  await sql`
    with given as (
      select distinct on (id) * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (id uuid, event_id uuid, data jsonb)
    ), waiting as materialized (
      select q.email_id from email_queue as q join given as g on g.id = q.email_id
      where q.project_id = ${projectId} order by q.email_id for update of q
    ), sent as materialized (
      select e.id, e.sent_at, e.source from emails as e join given as g on g.id = e.id
      where e.project_id = ${projectId} and e.status = 'SENT' order by e.id for update of e
    ), gone as (
      delete from email_queue where project_id = ${projectId} and email_id in (select email_id from waiting)
      returning *, 'DELIVERED' as end_status, null::text as end_reason, null::jsonb as end_reply, null::text as end_subject,
        ${now}::timestamptz as ended_at
    ), ${moveToRecord()}, updated as (
      update emails set status = 'DELIVERED' where project_id = ${projectId} and id in (select id from sent)
    ), reached as (
      select id, sent_at as at, 'sent' as former, source from sent
      union all select email_id, ended_at, null, source from gone
    ), counted as (select * from reached where source <> ${sql.lit(PROBE)}
    ), noted as (${insertNotes(sql`
      select ${projectId}::uuid, r.id, g.event_id, 'delivered', g.data, ${now}::timestamptz
      from reached as r join given as g on g.id = r.id`)}
    ), tallied as (${insertTally(sql`
      select ${projectId}::uuid, at, 'delivered', 1 from counted
      union all select ${projectId}::uuid, at, former, -1 from counted where former is not null`)})
    select`.execute(trx)
}
