import { sql } from 'kysely'
import type { Trx } from '../../../platform/db/client.ts'
import { newId } from '../../../platform/ids.ts'
import type { ContactId, EmailId, EventId, ProjectId } from '../../../platform/ids.ts'
import { existingContactId, insertEvents } from '../../events/index.ts'
import { LANE_NUMBERS } from '../queue/retry-schedule.ts'
import { insertTally } from '../tally/tally.queries.ts'
import { moveToRecord } from './end.queries.ts'
import { insertNotes } from './notes.queries.ts'

type MarketingDrop = {
  projectId: ProjectId
  contactIds: readonly ContactId[]
  /** The reason that the emails show; by default unsubscribed. */
  reason?: 'unsubscribed' | 'hard_bounce' | 'complaint'
  now: Date
}

/**
 * "dropped" of docs/states.md: ends the waiting marketing email of these contacts and returns its number. To be called
 * in the transaction that unsubscribes them. Claimed email (SENDING) is checked by its worker. Served by
 * email_queue_by_contact.
 */
export async function dropWaitingMarketing(
  trx: Trx,
  { projectId, contactIds, reason = 'unsubscribed', now }: MarketingDrop,
): Promise<number> {
  const { rows: waiting } = await sql<{ id: EmailId }>`
    select email_id as id from email_queue
    where project_id = ${projectId} and contact_id = any(${contactIds}::uuid[])
      and lane = ${sql.lit(LANE_NUMBERS.marketing)} and status <> 'SENDING'
    order by email_id for update`.execute(trx)
  if (waiting.length === 0) return 0
  const ids = waiting.map(({ id }) => id)
  const eventIds = ids.map(() => newId<EventId>(now))
  await sql`
    with gone as (
      delete from email_queue as q using unnest(${ids}::uuid[], ${eventIds}::uuid[]) as given (id, event_id)
      where q.project_id = ${projectId} and q.email_id = given.id
      returning q.*, 'SUPPRESSED' as end_status, ${reason}::text as end_reason, null::jsonb as end_reply,
        null::text as end_subject, ${now}::timestamptz as ended_at, given.event_id
    ), ${moveToRecord()}, dropped as (
      select project_id, email_id, contact_id, event_id, ended_at, jsonb_build_object('reason', end_reason) as data from gone
    ), noted as (${insertNotes(sql`select project_id, email_id, event_id, 'suppressed', data, ended_at from dropped`)}
    ), tallied as (${insertTally(sql`select project_id, ended_at, 'suppressed', 1 from dropped`)})
    ${insertEvents(sql`
      select project_id, event_id, 'email.suppressed', ${existingContactId(sql`d.project_id`, sql`d.contact_id`)}, email_id,
        data, ended_at from dropped as d`)}`.execute(trx)
  return ids.length
}
