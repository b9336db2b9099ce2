import { sql } from 'kysely'
import type { Trx } from '../../../platform/db/client.ts'
import { newId } from '../../../platform/ids.ts'
import type { ContactId, EmailId, EventId, ProjectId } from '../../../platform/ids.ts'
import { contactIfThere, insertEvents } from '../../events/index.ts'
import { hourOf } from '../record/record.queries.ts'

type Leaving = { projectId: ProjectId; contactId: ContactId; now: Date }

/**
 * "dropped" of docs/states.md: marketing mail that still waits for a contact will not be sent. In the transaction
 * that unsubscribes it, so that there is no moment at which one holds and the other does not. What a worker has in hand
 * already (SENDING) is checked by the worker. Found by emails_by_contact, so it costs the contact's own mails and not the
 * queue. The number of mails.
 */
export async function dropWaitingMarketing(
  trx: Trx,
  { projectId, contactId, now }: Leaving,
): Promise<number> {
  const { rows: waiting } = await sql<{ id: EmailId }>`
    select id from emails
    where project_id = ${projectId} and contact_id = ${contactId} and lane = 1
      and status in ('QUEUED', 'SCHEDULED', 'DEFERRED')
    order by id for update`.execute(trx)
  if (waiting.length === 0) return 0
  const ids = waiting.map(({ id }) => id)
  const eventIds = ids.map(() => newId<EventId>(now))
  await sql`
    with dropped as (
      update emails as e set status = 'SUPPRESSED', reason = 'unsubscribed'
      from unnest(${ids}::uuid[], ${eventIds}::uuid[]) as given (id, event_id)
      where e.project_id = ${projectId} and e.id = given.id
      returning e.project_id, e.id, e.contact_id, given.event_id
    ), noted as (
      insert into email_events (project_id, email_id, id, type, data, created_at)
      select project_id, id, event_id, 'suppressed', '{"reason":"unsubscribed"}', ${now}::timestamptz from dropped
    ), tallied as (
      insert into counter_deltas (project_id, counter, label, delta)
      select project_id, 'mail', ${hourOf(sql`${now}::timestamptz`)} || ' suppressed', count(*) from dropped group by project_id
    )
    ${insertEvents(sql`
      select project_id, event_id, 'email.suppressed', ${contactIfThere(sql`d.project_id`, sql`d.contact_id`)}, id,
        '{"reason":"unsubscribed"}'::jsonb, ${now}::timestamptz from dropped as d`)}`.execute(trx)
  return ids.length
}
