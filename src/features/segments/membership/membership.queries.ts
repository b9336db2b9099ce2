// The members of tracked segments, and the notes about changed contacts. Changing members requires the membership lock of the
// project, so that each evaluation sees the result of the one before.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { newId } from '../../../platform/ids.ts'
import type { ContactId, EventId, ProjectId, SegmentId } from '../../../platform/ids.ts'
import { insertEvents } from '../../events/index.ts'
import type { FilterTree } from '../../filters/filters.schema.ts'
import type { SegmentRef } from '../segments.queries.ts'

type Sql = RawBuilder<unknown>

/** The key of the lock under which the members of a project's segments change. */
export const membershipKey = (projectId: ProjectId): Sql =>
  sql`hashtextextended('lettermill segment membership ' || ${projectId}, 0)`

/** Waits for the membership lock of the project and holds it until the transaction ends. */
export async function lockMembership(trx: Trx, { projectId }: { projectId: ProjectId }): Promise<void> {
  await sql`select pg_advisory_xact_lock(${membershipKey(projectId)})`.execute(trx)
}

/** The ids as an SQL array, for the context of a filter. */
export const idArray = (ids: readonly ContactId[]): Sql => sql`${ids}::uuid[]`

/** Columns of a note, see platform/work/queued-rows.ts. */
export const NOTE_COLUMNS = sql`contact_id as "contactId", changes`

export type Note = { contactId: ContactId; changes: string[] }

/** Inserts notes about contacts that have to be evaluated again. */
export async function insertNotes(
  trx: Trx,
  { projectId, notes }: { projectId: ProjectId; notes: readonly Note[] },
): Promise<void> {
  const rows = JSON.stringify(notes.map(({ contactId, changes }) => ({ contact_id: contactId, changes })))
  await sql`
    insert into segment_notes (project_id, contact_id, changes)
    select ${projectId}, contact_id, changes
    from jsonb_to_recordset(${rows}::jsonb) as n (contact_id uuid, changes text[])`.execute(trx)
}

type NotesQuery = { projectId: ProjectId; limit: number }

export async function listNotedContacts(trx: Trx, { projectId, limit }: NotesQuery): Promise<ContactId[]> {
  const { rows } = await sql<{ id: ContactId }>`
    select distinct contact_id as id from segment_notes
    where project_id = ${projectId} limit ${limit}`.execute(trx)
  return rows.map(({ id }) => id)
}

export type TrackedSegment = { id: SegmentId; name: string; filters: FilterTree; watches: string[] }

/**
 * The tracked segments that watch one of these changes, with the changes that they watch, and those with these ids. They are
 * locked (for key share) until the transaction ends.
 */
export async function listTrackedSegments(
  trx: Trx,
  { projectId, changes, ids }: { projectId: ProjectId; changes: readonly string[]; ids: readonly string[] },
): Promise<TrackedSegment[]> {
  const { rows } = await sql<TrackedSegment>`
    select s.id, s.name, s.filters, array(
      select w.watch from segment_watches as w
      where w.project_id = s.project_id and w.watch_id = s.watch_id and w.watch = any(${changes}::text[])) as watches
    from segments as s
    where s.project_id = ${projectId} and s.watch_id is not null and (s.id = any(${ids}::uuid[]) or s.watch_id in (
      select w.watch_id from segment_watches as w
      where w.project_id = ${projectId} and w.watch = any(${changes}::text[])))
    order by s.id for key share of s`.execute(trx)
  return rows
}

type FilterEvaluation = SegmentRef & {
  /** The filter as a condition, and when its result next changes (null: never), both over contacts. */
  matching: Sql
  nextChange: Sql
  isTimed: boolean
}

type MembershipUpdate = FilterEvaluation & {
  name: string
  contactIds: readonly ContactId[]
  /** Records no events: these changes are part of the initial state. */
  isSilent: boolean
  now: Date
}

/** For key share, which prevents deletion, in the common lock order. */
export async function lockContactsShared(
  trx: Trx,
  { projectId, contactIds }: { projectId: ProjectId; contactIds: readonly ContactId[] },
): Promise<void> {
  await sql`
    select from contacts where project_id = ${projectId} and id = any(${contactIds}::uuid[])
    order by email for key share`.execute(trx)
}

/** Evaluates the filter for these contacts and updates the members, their events, and when to evaluate them again. */
export async function updateMembership(
  trx: Trx,
  { projectId, segmentId, name, contactIds, matching, nextChange, isTimed, isSilent, now }: MembershipUpdate,
): Promise<void> {
  const eventIds = contactIds.map(() => newId<EventId>(now))
  const data = JSON.stringify({ segmentId, segmentName: name })
  const events = insertEvents(sql`
    select ${projectId}::uuid, g.event_id, moved.event, g.contact_id, null::uuid, ${data}::jsonb, ${now}::timestamptz
    from (
      select contact_id, 'segment.entered' as event from entered
      union all select contact_id, 'segment.left' from gone
    ) as moved join given as g using (contact_id)`)
  await sql`
    with given as materialized (
      select * from unnest(${contactIds}::uuid[], ${eventIds}::uuid[]) as g (contact_id, event_id)
    ), evaluated as materialized (
      select id, (${matching}) is true as is_in, ${nextChange} as due_at, exists (
        select from segment_members as m
        where m.project_id = ${projectId} and m.segment_id = ${segmentId} and m.contact_id = contacts.id) as was_in
      from contacts where project_id = ${projectId} and id = any(${contactIds}::uuid[])
    ), entering as materialized (
      select c.id from contacts as c join evaluated as e on e.id = c.id
      where c.project_id = ${projectId} and e.is_in and not e.was_in order by c.email for key share of c
    ), entered as (
      insert into segment_members (project_id, segment_id, contact_id, created_at)
      select ${projectId}, ${segmentId}, id, ${now} from entering on conflict do nothing returning contact_id
    ), gone as (
      delete from segment_members as m using evaluated as e
      where m.project_id = ${projectId} and m.segment_id = ${segmentId} and m.contact_id = e.id
        and e.was_in and not e.is_in
      returning m.contact_id
    ) ${isTimed ? timesFrom({ projectId, segmentId }) : sql``}
    ${isSilent ? sql`select from entered` : events}`.execute(trx)
}

/** Parts of the statement: when each contact is evaluated again. */
const timesFrom = ({ projectId, segmentId }: SegmentRef): Sql => sql`, timed as (
    insert into segment_times (project_id, segment_id, contact_id, due_at)
    select ${projectId}, ${segmentId}, id, due_at from evaluated where due_at is not null
    on conflict (project_id, segment_id, contact_id) do update set due_at = excluded.due_at
  ), untimed as (
    delete from segment_times as t using evaluated as e
    where t.project_id = ${projectId} and t.segment_id = ${segmentId} and t.contact_id = e.id and e.due_at is null
  )`

type MembershipEvents = SegmentRef & {
  name: string
  event: 'segment.entered' | 'segment.left'
  contactIds: readonly ContactId[]
  now: Date
}

/** Records who entered or left, in the transaction of the change. */
export async function recordMembershipEvents(
  trx: Trx,
  { projectId, segmentId, name, event, contactIds, now }: MembershipEvents,
): Promise<void> {
  const eventIds = contactIds.map(() => newId<EventId>(now))
  const data = JSON.stringify({ segmentId, segmentName: name })
  await insertEvents(sql`
    select ${projectId}::uuid, event_id, ${event}, contact_id, null::uuid, ${data}::jsonb, ${now}::timestamptz
    from unnest(${contactIds}::uuid[], ${eventIds}::uuid[]) as moved (contact_id, event_id)`).execute(trx)
}

/** Replaces the members by the contacts that match now, without events, in the common lock order. */
export async function replaceMembers(
  trx: Trx,
  { projectId, segmentId, matching, nextChange, isTimed, now }: FilterEvaluation & { now: Date },
): Promise<void> {
  await deleteTimes(trx, { projectId, segmentId })
  await sql`
    delete from segment_members as m using contacts
    where m.project_id = ${projectId} and m.segment_id = ${segmentId} and contacts.project_id = ${projectId}
      and contacts.id = m.contact_id and (${matching}) is not true`.execute(trx)
  await sql`
    insert into segment_members (project_id, segment_id, contact_id, created_at)
    select ${projectId}, ${segmentId}, id, ${now} from contacts where project_id = ${projectId} and ${matching}
    order by email on conflict do nothing`.execute(trx)
  if (!isTimed) return
  await sql`
    insert into segment_times (project_id, segment_id, contact_id, due_at)
    select ${projectId}, ${segmentId}, id, due_at
    from (select id, ${nextChange} as due_at from contacts where project_id = ${projectId}) as next
    where due_at is not null`.execute(trx)
}

export async function deleteAllMembers(trx: Trx, { projectId, segmentId }: SegmentRef): Promise<void> {
  await sql`delete from segment_members where project_id = ${projectId} and segment_id = ${segmentId}`.execute(
    trx,
  )
}

export async function deleteTimes(trx: Trx, { projectId, segmentId }: SegmentRef): Promise<void> {
  await sql`delete from segment_times where project_id = ${projectId} and segment_id = ${segmentId}`.execute(
    trx,
  )
}

/** Inserts a note for each contact that is due, at most `limit`, and returns their number. */
export async function noteDueContacts(db: Db, { now, limit }: { now: Date; limit: number }): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with due as (
      select project_id, segment_id, contact_id from segment_times where due_at <= ${now}
      order by due_at limit ${limit} for update skip locked
    ), gone as (
      delete from segment_times as t using due
      where t.project_id = due.project_id and t.segment_id = due.segment_id and t.contact_id = due.contact_id
      returning t.project_id, t.segment_id, t.contact_id
    ), noted as (
      insert into segment_notes (project_id, contact_id, changes)
      select project_id, contact_id, array_agg('time.' || segment_id) from gone group by project_id, contact_id
    )
    select count(*) as count from gone`.execute(db)
  return rows[0]?.count ?? 0
}

/** Schedules another evaluation after a failed one. */
export async function postponeContacts(
  trx: Trx,
  { projectId, segmentId, contactIds, dueAt }: SegmentRef & { contactIds: readonly ContactId[]; dueAt: Date },
): Promise<void> {
  await sql`
    insert into segment_times (project_id, segment_id, contact_id, due_at)
    select ${projectId}, ${segmentId}, id, ${dueAt} from unnest(${contactIds}::uuid[]) as id
    on conflict (project_id, segment_id, contact_id) do update set due_at = excluded.due_at`.execute(trx)
}

/** A batch of all contacts, in the order of their ids. */
export async function listContactsAfter(
  trx: Trx,
  { projectId, after, limit }: { projectId: ProjectId; after: string; limit: number },
): Promise<ContactId[]> {
  const { rows } = await sql<{ id: ContactId }>`
    select id from contacts where project_id = ${projectId} and id > ${after}::uuid
    order by id limit ${limit}`.execute(trx)
  return rows.map(({ id }) => id)
}
