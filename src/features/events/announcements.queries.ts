// Events on their way to those who act on them. A trigger on events writes the announcements of what is stored
// (migrations/0010); what is not stored is announced by hand, in the transaction of the change it tells about.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../platform/db/client.ts'
import { newId } from '../../platform/ids.ts'
import type { ContactId, EmailId, EventId, ProjectId } from '../../platform/ids.ts'
import type { UnstoredEventName } from './event-names.ts'

/** What a listener is told. */
export type Announcement = {
  projectId: ProjectId
  eventId: EventId
  name: string
  contactId: ContactId | null
  emailId: EmailId | null
  data: Record<string, unknown>
  /** Part of a flood: it must not start a workflow. */
  isThrottled: boolean
  createdAt: Date
}

export type ClaimedAnnouncement = { id: number; attempts: number; announcement: Announcement }

type Listening = {
  projectId: ProjectId
  listener: string
  /** All that it wants to hear from now on; '*' is every event. */
  names: readonly string[]
}

/** Sets what a listener hears of in a project. Holds for what is recorded after the transaction has committed. */
export async function setListenedNames(trx: Trx, { projectId, listener, names }: Listening): Promise<void> {
  await sql`
    delete from event_listeners
    where project_id = ${projectId} and listener = ${listener} and name <> all(${names}::text[])`.execute(trx)
  await sql`
    insert into event_listeners (project_id, listener, name)
    select ${projectId}, ${listener}, name from unnest(${names}::text[]) as name on conflict do nothing`.execute(
    trx,
  )
}

type Unstored = {
  projectId: ProjectId
  name: UnstoredEventName
  contactId: ContactId | null
  emailId: EmailId
  data?: Record<string, unknown>
  now: Date
}

/** Tells the listeners of one event that is not stored. */
export async function announce(
  trx: Trx,
  { projectId, name, contactId, emailId, data = {}, now }: Unstored,
): Promise<void> {
  await announceEvents(
    sql`values (${projectId}::uuid, ${newId<EventId>(now)}::uuid, ${name}::text, ${contactId}::uuid, ${emailId}::uuid, ${JSON.stringify(data)}::jsonb, ${now}::timestamptz)`,
  ).execute(trx)
}

/**
 * The same for many, or inside a larger statement: `rows` gives project_id, id, name, contact_id, email_id, data and
 * created_at, in this order, as insertEvents takes them.
 */
export function announceEvents(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert into announcements (project_id, listener, event_id, name, contact_id, email_id, data, throttled, created_at)
    select e.project_id, l.listener, e.id, e.name, e.contact_id, e.email_id, e.data, false, e.created_at
    from (${rows}) as e (project_id, id, name, contact_id, email_id, data, created_at)
    cross join lateral listeners_of(e.project_id, e.name) as l (listener)`
}

type Claim = { listener: string; limit: number; now: Date; only?: { projectId: ProjectId; id: number } }

/** Takes the oldest that are due out of the queue; they are back in it if the transaction does not commit. */
export async function claimAnnouncements(
  trx: Trx,
  { listener, limit, now, only }: Claim,
): Promise<ClaimedAnnouncement[]> {
  const chosen = only ? sql`and project_id = ${only.projectId} and id = ${only.id}` : sql``
  const { rows } = await sql<ClaimedAnnouncement>`
    with due as (
      select project_id, id from announcements
      where listener = ${listener} and run_at <= ${now} ${chosen}
      order by run_at, id limit ${limit} for update skip locked
    ), claimed as (
      delete from announcements as a using due where a.project_id = due.project_id and a.id = due.id returning a.*
    )
    select id, attempts, json_build_object(
      'projectId', project_id, 'eventId', event_id, 'name', name, 'contactId', contact_id, 'emailId', email_id,
      'data', data, 'isThrottled', throttled, 'createdAt', created_at) as announcement
    from claimed order by id`.execute(trx)
  for (const { announcement } of rows) announcement.createdAt = new Date(announcement.createdAt)
  return rows
}

/** Puts one that a listener failed on off. */
export async function postponeAnnouncement(
  db: Db,
  { projectId, id, runAt }: { projectId: ProjectId; id: number; runAt: Date },
): Promise<void> {
  await sql`
    update announcements set attempts = attempts + 1, run_at = ${runAt}
    where project_id = ${projectId} and id = ${id}`.execute(db)
}
