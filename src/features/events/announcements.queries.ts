// Events on their way to listeners. Triggers write the announcements in the transaction of the change: for stored events
// (migrations/0010), and for emails that were queued, sent or delivered (migrations/0031).
import { sql } from 'kysely'
import type { Trx } from '../../platform/db/client.ts'
import type { ContactId, EmailId, EventId, ProjectId } from '../../platform/ids.ts'
import type { QueuedRow } from '../../platform/work/queued-rows.ts'
import { derivedEventId } from './derived-event-id.ts'

export type Announcement = {
  projectId: ProjectId
  eventId: EventId
  name: string
  contactId: ContactId | null
  emailId: EmailId | null
  data: Record<string, unknown>
  /** A throttled event must not start a workflow. */
  isThrottled: boolean
  createdAt: Date
}

type ListenedNames = {
  projectId: ProjectId
  listener: string
  /** Replaces the names so far; '*' means every event. */
  names: readonly string[]
}

/** Sets which events of a project are announced to a listener, from the commit on. */
export async function setListenedNames(
  trx: Trx,
  { projectId, listener, names }: ListenedNames,
): Promise<void> {
  await sql`
    delete from event_listeners
    where project_id = ${projectId} and listener = ${listener} and name <> all(${names}::text[])`.execute(trx)
  await sql`
    insert into event_listeners (project_id, listener, name)
    select ${projectId}, ${listener}, name from unnest(${names}::text[]) as name
    on conflict do nothing`.execute(trx)
}

/** A row of the queue: one event, or events of one name for several emails. */
export type AnnouncementRow = QueuedRow & {
  project_id: ProjectId
  event_id: EventId | null
  name: string
  contact_id: ContactId | null
  email_id: EmailId | null
  data: Record<string, unknown>
  throttled: boolean
  created_at: Date
  email_ids: EmailId[] | null
  contact_ids: (ContactId | null)[] | null
}

/** Columns of the queue, see platform/work/queued-rows.ts. */
export const ANNOUNCEMENT_COLUMNS = sql`project_id, event_id, name, contact_id, email_id, data, throttled, created_at,
  to_json(email_ids) as email_ids, to_json(contact_ids) as contact_ids`

/** One event, or those of up to a hundred emails. */
export const EVENT_COUNT = sql<number>`coalesce(cardinality(email_ids), 1)`

export function toAnnouncements(row: AnnouncementRow): Announcement[] {
  const shared = {
    projectId: row.project_id,
    name: row.name,
    data: row.data,
    isThrottled: row.throttled,
    createdAt: row.created_at,
  }
  if (row.event_id !== null) {
    return [{ ...shared, eventId: row.event_id, contactId: row.contact_id, emailId: row.email_id }]
  }
  return (row.email_ids ?? []).map((emailId, index) => ({
    ...shared,
    eventId: derivedEventId(row.name, emailId),
    contactId: row.contact_ids?.[index] ?? null,
    emailId,
  }))
}

/** Withdraws all announcements of this transaction: webhooks and workflows must not act on the past of sample data. */
export async function withdrawAnnouncements(
  trx: Trx,
  { projectId }: { projectId: ProjectId },
): Promise<void> {
  await sql`delete from announcements where project_id = ${projectId} and xmin = pg_current_xact_id()::xid`.execute(
    trx,
  )
}
