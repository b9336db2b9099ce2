// Events on their way to listeners. Triggers write the announcements in the transaction of the change: for stored events
// (migrations/0010), and for emails that were queued, sent or delivered (migrations/0031).
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/client.ts'
import { executePrepared } from '../../platform/db/prepared.ts'
import type { PreparedTarget } from '../../platform/db/prepared.ts'
import type { ContactId, EmailId, EventId, ProjectId } from '../../platform/ids.ts'
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

/** A row of the queue: one event, or events of one name for several emails. */
export type ClaimedAnnouncements = {
  projectId: ProjectId
  id: number
  attempts: number
  announcements: Announcement[]
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
    select ${projectId}, ${listener}, name from unnest(${names}::text[]) as name on conflict do nothing`.execute(
    trx,
  )
}

type DueQuery = { listener: string; now: Date }

type ClaimInput = DueQuery & {
  projectIds: readonly ProjectId[]
  /** Per project. */
  limit: number
  /** Claims only this announcement. */
  onlyId?: number | undefined
}

type AnnouncementRow = {
  project_id: ProjectId
  id: number
  attempts: number
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

/**
 * Lists the projects with announcements due for a listener, in the order of their ids, after the given one. Skips through
 * announcements_by_project from project to project, so the backlog of one costs the others nothing. Prepared, because it
 * runs several times per second for each listener.
 */
export async function listAnnouncedProjects(
  database: PreparedTarget,
  { listener, now, after, limit }: DueQuery & { after: ProjectId | undefined; limit: number },
): Promise<ProjectId[]> {
  const last = after ?? '00000000-0000-0000-0000-000000000000'
  const statement = sql<{ id: ProjectId }>`
    with recursive lanes (project_id, run_at) as (
      (select project_id, run_at from announcements where listener = ${listener} and project_id > ${last}::uuid
        order by project_id, run_at limit 1)
      union all
      select next.* from lanes as l cross join lateral (
        select project_id, run_at from announcements where listener = ${listener} and project_id > l.project_id
        order by project_id, run_at limit 1
      ) as next
    )
    select project_id as id from lanes where run_at <= ${now}::timestamptz limit ${limit}::int`
  return (await executePrepared(database, 'announced-projects', statement)).map(({ id }) => id)
}

/** Deletes the oldest of each project from the queue; a rollback puts them back. */
export async function claimAnnouncements(
  trx: Trx,
  { listener, projectIds, limit, now, onlyId }: ClaimInput,
): Promise<ClaimedAnnouncements[]> {
  const chosen = onlyId === undefined ? sql`` : sql`and id = ${onlyId}`
  const { rows } = await sql<AnnouncementRow>`
    with due as materialized (
      select d.* from unnest(${projectIds}::uuid[]) as t (project_id) cross join lateral (
        select project_id, id from announcements
        where listener = ${listener} and project_id = t.project_id and run_at <= ${now} ${chosen}
        order by run_at, id limit ${limit} for update skip locked
      ) as d
    ), claimed as (
      delete from announcements as a using due where a.project_id = due.project_id and a.id = due.id returning a.*
    )
    select project_id, id, attempts, event_id, name, contact_id, email_id, data, throttled, created_at,
      to_json(email_ids) as email_ids, to_json(contact_ids) as contact_ids
    from claimed order by id`.execute(trx)
  return rows.map((row) => ({
    projectId: row.project_id,
    id: row.id,
    attempts: row.attempts,
    announcements: toAnnouncements(row),
  }))
}

function toAnnouncements(row: AnnouncementRow): Announcement[] {
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

export async function postponeAnnouncement(
  db: Db,
  { projectId, id, runAt }: { projectId: ProjectId; id: number; runAt: Date },
): Promise<void> {
  await sql`
    update announcements set attempts = attempts + 1, run_at = ${runAt}
    where project_id = ${projectId} and id = ${id}`.execute(db)
}
