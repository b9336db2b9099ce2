import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Trx } from '../../platform/db/client.ts'
import { newId } from '../../platform/ids.ts'
import type { ContactId, EventId, ProjectId } from '../../platform/ids.ts'

/** What the service itself records; callers may not track names of these families. */
export type SystemEventName = 'contact.created' | 'contact.subscribed' | 'contact.unsubscribed'

type NewEvent = {
  projectId: ProjectId
  name: SystemEventName
  contactId: ContactId
  data?: Record<string, unknown>
  now: Date
}

/** Records one event in the transaction of the change it tells about. */
export async function recordEvent(
  trx: Trx,
  { projectId, name, contactId, data = {}, now }: NewEvent,
): Promise<EventId> {
  const id = newId<EventId>(now)
  await sql`${insertEvents(sql`values (${projectId}::uuid, ${id}::uuid, ${name}, ${contactId}::uuid, ${JSON.stringify(data)}::jsonb, ${now}::timestamptz)`)}`.execute(
    trx,
  )
  return id
}

/**
 * The same for many, or inside a larger statement: `rows` gives project_id, id, name, contact_id, data and created_at,
 * in this order.
 */
export function insertEvents(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`insert into events (project_id, id, name, contact_id, data, created_at) ${rows}`
}
