import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../platform/db/client.ts'
import { newId } from '../../platform/ids.ts'
import type { ContactId, EmailId, EventId, ProjectId } from '../../platform/ids.ts'
import type { SystemEventName } from './event-names.schema.ts'

type NewEvent = {
  projectId: ProjectId
  name: SystemEventName
  /** Null for an email to an address without a contact (cc, bcc). A deleted contact is recorded as null too. */
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
  const contact = contactIfThere(sql`${projectId}::uuid`, sql`${contactId}::uuid`)
  await insertEvents(
    sql`values (${projectId}::uuid, ${id}::uuid, ${name}, ${contact}, ${emailId}::uuid, ${JSON.stringify(data)}::jsonb, ${now}::timestamptz)`,
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

/**
 * The id of a contact, or null once it is deleted: for whoever records what happened to an email, which may be long after
 * its contact went. Nothing refuses an event of a deleted contact, and nothing else would ever delete it.
 *
 * No lock is taken, so that recording a result waits for nobody. A contact that is deleted between this look and the
 * commit leaves its event behind, and forgetContactsJob takes it away some minutes later.
 */
export const contactIfThere = (
  projectId: RawBuilder<unknown>,
  contactId: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql`(select k.id from contacts as k where k.project_id = ${projectId} and k.id = ${contactId})`

type Contacts = { projectId: ProjectId; contactIds: readonly ContactId[] }

/** Found by events_by_contact in each month. */
export async function deleteEventsOf(db: Db | Trx, { projectId, contactIds }: Contacts): Promise<void> {
  await sql`
    delete from events where project_id = ${projectId} and contact_id = any(${contactIds}::uuid[])`.execute(
    db,
  )
}
