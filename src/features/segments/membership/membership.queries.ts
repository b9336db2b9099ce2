// The members of followed segments: notes of what has changed, and what becomes of them. Whatever changes members here has
// the lock of the project's memberships, so there is one at a time: who judges a contact sees what was decided before.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { executePrepared } from '../../../platform/db/prepared.ts'
import type { PreparedTarget } from '../../../platform/db/prepared.ts'
import { newId } from '../../../platform/ids.ts'
import type { ContactId, EventId, ProjectId, SegmentId } from '../../../platform/ids.ts'
import { insertEvents } from '../../events/index.ts'
import type { FilterTree } from '../../filters/filters.schema.ts'
import type { SegmentRef } from '../segments.queries.ts'

type Sql = RawBuilder<unknown>

const membershipKey = (projectId: ProjectId): Sql =>
  sql`hashtextextended('lettermill segment membership ' || ${projectId}, 0)`

/** Waits until nobody else changes memberships of the project; until the transaction ends nobody does. */
export async function lockMembership(trx: Trx, { projectId }: { projectId: ProjectId }): Promise<void> {
  await sql`select pg_advisory_xact_lock(${membershipKey(projectId)})`.execute(trx)
}

/** The same without waiting: false if somebody is at it. */
export async function tryLockMembership(trx: Trx, { projectId }: { projectId: ProjectId }): Promise<boolean> {
  const { rows } = await sql<{ isOurs: boolean }>`
    select pg_try_advisory_xact_lock(${membershipKey(projectId)}) as "isOurs"`.execute(trx)
  return rows[0]?.isOurs ?? false
}

/** As the context of a filter takes it. */
export const idArray = (ids: readonly ContactId[]): Sql => sql`${ids}::uuid[]`

export type Note = { contactId: ContactId; changes: string[] }

/** Contacts that have to be judged again, from the transaction that changed something about them. */
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

type Turn = { after: ProjectId | undefined; without: readonly ProjectId[] }

/** The next project that has notes, in a fixed order. Asked several times a second where nothing happens: prepared. */
export async function nextNotedProject(
  database: PreparedTarget,
  { after, without }: Turn,
): Promise<ProjectId | undefined> {
  // No id is lower.
  const last = after ?? '00000000-0000-0000-0000-000000000000'
  const statement = sql<{ project_id: ProjectId }>`
    with recursive noted (project_id) as (
      (select project_id from segment_notes where project_id > ${last}::uuid order by project_id limit 1)
      union all
      select next.project_id from noted as n cross join lateral (
        select project_id from segment_notes where project_id > n.project_id order by project_id limit 1
      ) as next
    )
    select project_id from noted where project_id <> all(${without}::uuid[]) limit 1`
  const [next] = await executePrepared(database, 'noted-project', statement)
  return next?.project_id
}

type Claim = { projectId: ProjectId; limit: number }

/** Takes the oldest out of the queue; they are back in it if the transaction does not commit. */
export async function claimNotes(trx: Trx, { projectId, limit }: Claim): Promise<Note[]> {
  const { rows } = await sql<Note>`
    delete from segment_notes where project_id = ${projectId} and id = any(array(
      select id from segment_notes where project_id = ${projectId} order by id limit ${limit}))
    returning contact_id as "contactId", changes`.execute(trx)
  return rows
}

/** Contacts with notes that nobody has taken yet. */
export async function listNotedContacts(trx: Trx, { projectId, limit }: Claim): Promise<ContactId[]> {
  const { rows } = await sql<{ id: ContactId }>`
    select distinct contact_id as id from segment_notes where project_id = ${projectId} limit ${limit}`.execute(
    trx,
  )
  return rows.map(({ id }) => id)
}

export type FollowedSegment = { id: SegmentId; name: string; filters: FilterTree; watches: string[] }

type Asked = { projectId: ProjectId; changes: readonly string[]; ids: readonly string[] }

/**
 * The followed segments that watch one of these, with which of them they watch, or that are named by `ids`. They stay as
 * they are until the transaction ends.
 */
export async function listFollowed(trx: Trx, { projectId, changes, ids }: Asked): Promise<FollowedSegment[]> {
  const { rows } = await sql<FollowedSegment>`
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

type Judged = SegmentRef & {
  /** The filter as a condition, and when its answer next changes (null: never), both over contacts. */
  matching: Sql
  nextChange: Sql
  isTimed: boolean
}

type Judging = Judged & {
  name: string
  contactIds: readonly ContactId[]
  /** Nothing is recorded as an event: these changes are part of what the segment began with. */
  isSilent: boolean
  now: Date
}

/** Keeps these contacts from being deleted until the transaction ends. In the order in which everybody locks contacts. */
export async function holdContacts(
  trx: Trx,
  { projectId, contactIds }: { projectId: ProjectId; contactIds: readonly ContactId[] },
): Promise<void> {
  await sql`
    select from contacts where project_id = ${projectId} and id = any(${contactIds}::uuid[])
    order by email for key share`.execute(trx)
}

/** Judges these contacts anew: who comes, who goes, with an event for each, and when to look again. */
export async function judgeContacts(trx: Trx, { projectId, segmentId, ...judging }: Judging): Promise<void> {
  const { name, contactIds, matching, nextChange, isTimed, isSilent, now } = judging
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
    ), judged as materialized (
      select id, (${matching}) is true as is_in, ${nextChange} as due_at, exists (
        select from segment_members as m
        where m.project_id = ${projectId} and m.segment_id = ${segmentId} and m.contact_id = contacts.id) as was_in
      from contacts where project_id = ${projectId} and id = any(${contactIds}::uuid[])
    ), entering as materialized (
      select c.id from contacts as c join judged as j on j.id = c.id
      where c.project_id = ${projectId} and j.is_in and not j.was_in order by c.email for key share of c
    ), entered as (
      insert into segment_members (project_id, segment_id, contact_id, created_at)
      select ${projectId}, ${segmentId}, id, ${now} from entering on conflict do nothing returning contact_id
    ), gone as (
      delete from segment_members as m using judged as j
      where m.project_id = ${projectId} and m.segment_id = ${segmentId} and m.contact_id = j.id
        and j.was_in and not j.is_in
      returning m.contact_id
    ) ${isTimed ? timesFrom({ projectId, segmentId }) : sql``}
    ${isSilent ? sql`select from entered` : events}`.execute(trx)
}

/** Parts of the statement: when each contact has to be looked at again. */
const timesFrom = ({ projectId, segmentId }: SegmentRef): Sql => sql`, timed as (
    insert into segment_times (project_id, segment_id, contact_id, due_at)
    select ${projectId}, ${segmentId}, id, due_at from judged where due_at is not null
    on conflict (project_id, segment_id, contact_id) do update set due_at = excluded.due_at
  ), untimed as (
    delete from segment_times as t using judged as j
    where t.project_id = ${projectId} and t.segment_id = ${segmentId} and t.contact_id = j.id and j.due_at is null
  )`

type Moves = SegmentRef & {
  name: string
  event: 'segment.entered' | 'segment.left'
  contactIds: readonly ContactId[]
  now: Date
}

/** Records who entered or left, in the transaction that wrote it down. */
export async function recordMoves(
  trx: Trx,
  { projectId, segmentId, name, event, contactIds, now }: Moves,
): Promise<void> {
  const eventIds = contactIds.map(() => newId<EventId>(now))
  const data = JSON.stringify({ segmentId, segmentName: name })
  await insertEvents(sql`
    select ${projectId}::uuid, event_id, ${event}, contact_id, null::uuid, ${data}::jsonb, ${now}::timestamptz
    from unnest(${contactIds}::uuid[], ${eventIds}::uuid[]) as moved (contact_id, event_id)`).execute(trx)
}

/** Makes members of exactly those who match now, without events. In the order in which everybody locks contacts. */
export async function replaceMembers(
  trx: Trx,
  { projectId, segmentId, matching, nextChange, isTimed, now }: Judged & { now: Date },
): Promise<void> {
  await clearTimes(trx, { projectId, segmentId })
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

/** Forgets who the members were. */
export async function clearMembers(trx: Trx, { projectId, segmentId }: SegmentRef): Promise<void> {
  await sql`delete from segment_members where project_id = ${projectId} and segment_id = ${segmentId}`.execute(
    trx,
  )
}

export async function clearTimes(trx: Trx, { projectId, segmentId }: SegmentRef): Promise<void> {
  await sql`delete from segment_times where project_id = ${projectId} and segment_id = ${segmentId}`.execute(
    trx,
  )
}

/** Leaves a note for each contact whose time has come, at most so many; how many there were. */
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

type Postponed = SegmentRef & { contactIds: readonly ContactId[]; dueAt: Date }

/** Judging them failed: they are looked at again then. */
export async function postponeContacts(
  trx: Trx,
  { projectId, segmentId, contactIds, dueAt }: Postponed,
): Promise<void> {
  await sql`
    insert into segment_times (project_id, segment_id, contact_id, due_at)
    select ${projectId}, ${segmentId}, id, ${dueAt} from unnest(${contactIds}::uuid[]) as id
    on conflict (project_id, segment_id, contact_id) do update set due_at = excluded.due_at`.execute(trx)
}

type Walk = { projectId: ProjectId; after: string; limit: number }

/** The next contacts in the order of their ids, for going through all of them. */
export async function listContactsAfter(trx: Trx, { projectId, after, limit }: Walk): Promise<ContactId[]> {
  const { rows } = await sql<{ id: ContactId }>`
    select id from contacts where project_id = ${projectId} and id > ${after}::uuid order by id limit ${limit}`.execute(
    trx,
  )
  return rows.map(({ id }) => id)
}
