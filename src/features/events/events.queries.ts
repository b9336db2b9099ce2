import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Trx } from '../../platform/db/client.ts'
import { newId } from '../../platform/ids.ts'
import type { ContactId, EmailId, EventId, ProjectId } from '../../platform/ids.ts'
import type { SystemEventName } from './event-names.ts'

type NewEvent = {
  projectId: ProjectId
  name: SystemEventName
  /** Null for what happened to a mail whose address is no contact (cc, bcc). */
  contactId: ContactId | null
  emailId?: EmailId | null
  data?: Record<string, unknown>
  now: Date
}

/** Records one event in the transaction of the change it tells about. */
export async function recordEvent(
  trx: Trx,
  { projectId, name, contactId, emailId = null, data = {}, now }: NewEvent,
): Promise<EventId> {
  const id = newId<EventId>(now)
  await insertEvents(
    sql`values (${projectId}::uuid, ${id}::uuid, ${name}, ${contactId}::uuid, ${emailId}::uuid, ${JSON.stringify(data)}::jsonb, ${now}::timestamptz)`,
  ).execute(trx)
  return id
}

/**
 * The same for many, or inside a larger statement: `rows` gives project_id, id, name, contact_id, email_id, data and
 * created_at, in this order. The id is a UUIDv7 of created_at. Listeners hear of them (announcements.queries.ts).
 */
export function insertEvents(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`insert into events (project_id, id, name, contact_id, email_id, data, created_at) ${rows}`
}

/** The same for what callers record: `rows` gives in the end whether the event is throttled. */
export function insertTrackedEvents(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`insert into events (project_id, id, name, contact_id, email_id, data, created_at, throttled) ${rows}`
}
