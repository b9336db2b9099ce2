// Events on their way to those who act on them. Triggers write the announcements, in the transaction of the change: of
// events that are stored (migrations/0010), and of emails that were queued, sent or delivered (migrations/0031).
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/client.ts'
import { executePrepared } from '../../platform/db/prepared.ts'
import type { PreparedTarget } from '../../platform/db/prepared.ts'
import type { ContactId, EmailId, EventId, ProjectId } from '../../platform/ids.ts'
import { derivedEventId } from './derived-event-id.ts'

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

/** A row of the queue: one event, or several of one name that happened to emails at the same time. */
export type ClaimedAnnouncements = {
  projectId: ProjectId
  id: number
  attempts: number
  announcements: Announcement[]
}

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

type Due = { listener: string; now: Date }

type Claim = Due & {
  projectIds: readonly ProjectId[]
  /** Of each project. */
  limit: number
  /** None but this one. */
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
 * Projects that have something due for a listener, in the order of their ids: the next so many behind the given one. Found by
 * jumping through announcements_by_project from project to project, so what one of them has waiting costs the others
 * nothing. Asked several times a second for each listener, also where nothing ever happens, and therefore prepared.
 */
export async function listAnnouncedProjects(
  database: PreparedTarget,
  { listener, now, after, limit }: Due & { after: ProjectId | undefined; limit: number },
): Promise<ProjectId[]> {
  // No id is lower.
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

/** Takes the oldest of each project out of the queue; they are back in it if the transaction does not commit. */
export async function claimAnnouncements(
  trx: Trx,
  { listener, projectIds, limit, now, onlyId }: Claim,
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
  return (row.email_ids ?? []).map((emailId, place) => ({
    ...shared,
    eventId: derivedEventId(row.name, emailId),
    contactId: row.contact_ids?.[place] ?? null,
    emailId,
  }))
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
