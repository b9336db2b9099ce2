import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../platform/db/client.ts'
import { newId } from '../../platform/ids.ts'
import type { ContactId, EmailId, EventId, ProjectId } from '../../platform/ids.ts'
import type { SystemEventName } from './event-names.schema.ts'

type NewEvent = {
  projectId: ProjectId
  name: SystemEventName
  /** null for an email to an address without a contact (cc, bcc). A deleted contact is recorded as null too. */
  contactId: ContactId | null
  emailId?: EmailId | null
  data?: Record<string, unknown>
  now: Date
}

/** Records one event, in the transaction of the change. */
export async function recordEvent(
  trx: Trx,
  { projectId, name, contactId, emailId = null, data = {}, now }: NewEvent,
): Promise<EventId> {
  const id = newId<EventId>(now)
  const contact = existingContactId(sql`${projectId}::uuid`, sql`${contactId}::uuid`)
  await insertEvents(
    sql`values (${projectId}::uuid, ${id}::uuid, ${name}, ${contact}, ${emailId}::uuid, ${JSON.stringify(data)}::jsonb, ${now}::timestamptz)`,
  ).execute(trx)
  return id
}

/**
 * For many events, or as a part of a larger statement: `rows` selects project_id, id, name, contact_id, email_id, data and
 * created_at, in this order. The id is a UUIDv7 of created_at. Triggers announce the events (announcements.queries.ts).
 */
export function insertEvents(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`insert into events (project_id, id, name, contact_id, email_id, data, created_at) ${rows}`
}

/** Like insertEvents for events of callers: `rows` selects `throttled` as its last column. */
export function insertTrackedEvents(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`insert into events (project_id, id, name, contact_id, email_id, data, created_at, throttled) ${rows}`
}

/**
 * The id of a contact, or null once it is deleted, for recording what happened to an email, which may be long afterwards.
 * Nothing rejects an event of a deleted contact, and nothing else would ever delete it.
 *
 * It takes no lock, so that recording a result never waits. If the contact is deleted between this read and the commit,
 * forgetContactsJob deletes the event some minutes later.
 */
export const existingContactId = (
  projectId: RawBuilder<unknown>,
  contactId: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql`(select k.id from contacts as k where k.project_id = ${projectId} and k.id = ${contactId})`

type ContactsRef = { projectId: ProjectId; contactIds: readonly ContactId[] }

/** Uses events_by_contact in each month. */
export async function deleteEventsOf(db: Db | Trx, { projectId, contactIds }: ContactsRef): Promise<void> {
  await sql`
    delete from events
    where project_id = ${projectId} and contact_id = any(${contactIds}::uuid[])`.execute(db)
}
