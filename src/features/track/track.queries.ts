// The statement of POST /v1/track: writes contacts and events for any number of calls at once.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { LedgerSource } from '../../platform/consent-source.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
import { executePrepared } from '../../platform/db/prepared.ts'
import type { PreparedTarget } from '../../platform/db/prepared.ts'
import type { ContactId, EventId, ProjectId } from '../../platform/ids.ts'
import { CONTACT_INPUT_COLUMNS, upsertContactsSql } from '../contacts/index.ts'
import type { ContactInputRow } from '../contacts/index.ts'
import { insertTrackedEvents } from '../events/index.ts'

export type TrackedCall = {
  projectId: ProjectId
  contact: ContactInputRow
  source: LedgerSource
  isPublic: boolean
  /** The wish to be subscribed or to join topics, if there is one that may have to be confirmed. */
  wish: TrackedWish | undefined
  /** The caller asks for a confirmation. */
  mustConfirm: boolean
  /** The caller's own id of the event, unique in the project. */
  ownId: string | undefined
  /** The approximate number of bytes to write. */
  bytes: number
  event: { id: EventId; name: string; data: Record<string, unknown>; at: Date }
}

export type TrackedWish = { subscribe: boolean; topics: readonly string[] }

export type TrackedEvent = {
  contactId: ContactId
  eventId: EventId
  at: Date
  /** Whether a part of the wish has not come true. */
  isWishOpen: boolean
}

const CALL_COLUMNS = sql.raw(
  'is_public boolean, wants_subscription boolean, wanted_topics jsonb, must_confirm boolean, own_id text, event_id uuid, event_name text, event_data jsonb, event_at timestamptz',
)

function toInputRow(call: TrackedCall): Record<string, unknown> {
  const { contact, isPublic, wish, mustConfirm, ownId, event } = call
  return {
    ...contact,
    is_public: isPublic,
    wants_subscription: wish?.subscribe ?? null,
    wanted_topics: wish && Object.fromEntries(wish.topics.map((key) => [key, true])),
    must_confirm: mustConfirm,
    own_id: ownId ?? null,
    event_id: event.id,
    event_name: event.name,
    // Sent once if both are the same object, which is usual.
    event_data: event.data === contact.data_set ? null : event.data,
    event_at: event.at,
  }
}

type TrackedRow = { event_id: EventId; contact_id: ContactId; is_wish_open: boolean | null }

/**
 * A call whose own id was used in the last 7 days is not in `given` and returns no row. The first of several concurrent
 * calls wins: the others wait at the unique key until it has committed.
 *
 * `arrived` stores the times of the last 31 arrivals by a public key; if the oldest is less than a minute old, this call is
 * throttled. An upsert instead of a count of events, because it sees the newest commits of others.
 *
 * `only_adds` and `is_unconfirmed` are read from the row of the project, so that the settings take effect on every node from the
 * next call on. With double opt-in a wish stays open here; the service then asks for a confirmation.
 */
function trackStatement(calls: readonly TrackedCall[]): RawBuilder<TrackedRow> {
  const contacts = calls.map(({ projectId, contact: { email }, source }) => ({ projectId, email, source }))
  return sql`
    with wanted as materialized (
      select * from json_to_recordset(${JSON.stringify(calls.map(toInputRow))}::json) as w (${CONTACT_INPUT_COLUMNS}, ${CALL_COLUMNS})
    ), claimed as (
      insert into event_keys as k (project_id, key, event_id, created_at)
      select project_id, own_id, event_id, at from wanted where own_id is not null order by project_id, own_id collate "C"
      on conflict (project_id, key) do update set event_id = excluded.event_id, created_at = excluded.created_at
        where k.created_at < excluded.created_at - interval '7 days'
      returning event_id
    ), given as materialized (
      select project_id, contact_id, change_id, email, case when p.is_unconfirmed then 'unconfirmed' else by end as by,
        topic_choices, topic_event_ids, data_set, data_remove, at, p.only_adds,
        case when not p.only_adds and not (subscribed_if_there and p.is_suppressed) then subscribed_if_there end
          as subscribed_if_there,
        subscribed_if_new and not p.is_suppressed and not p.is_unconfirmed as subscribed_if_new,
        is_public, wants_subscription, case when not p.is_suppressed then wanted_topics end as wanted_topics,
        event_id, event_name, event_data, event_at
      from wanted as w cross join lateral (select is_public and exists (
        select from projects where id = w.project_id and public_tracking = 'append') as only_adds,
        must_confirm or (is_public and subscribed_if_there is distinct from false and exists (
          select from projects where id = w.project_id and double_opt_in)) as is_unconfirmed,
        (is_public or must_confirm) and exists (
          select from suppressions as s where s.project_id = w.project_id and s.email = w.email
            and (s.expires_at is null or s.expires_at > w.at)) as is_suppressed) as p
      where own_id is null or event_id in (select event_id from claimed)
    ), ${upsertContactsSql(contacts)}, arrived as (
      insert into track_arrivals as a (project_id, contact_id, arrived_at, updated_at)
      select u.project_id, u.id, array[g.at], g.at
      from upserted as u join given as g on g.project_id = u.project_id and g.email = u.email
      where g.is_public order by u.project_id, u.id
      on conflict (project_id, contact_id) do update
        set arrived_at = (excluded.arrived_at || a.arrived_at)[1:31], updated_at = excluded.updated_at
      returning contact_id, coalesce(arrived_at[31] > updated_at - interval '1 minute', false) as is_throttled
    ), tracked as (${insertTrackedEvents(sql`
      select u.project_id, g.event_id, g.event_name, u.id, null::uuid, coalesce(g.event_data, g.data_set), g.event_at, coalesce(a.is_throttled, false)
      from upserted as u join given as g on g.project_id = u.project_id and g.email = u.email
      left join arrived as a on a.contact_id = u.id`)}
      returning id as event_id, contact_id
    )
    select t.event_id, t.contact_id, g.wanted_topics is not null and (u.id = g.contact_id or not g.only_adds) and (
        (g.wants_subscription and not u.subscribed) or not u.topic_choices @> g.wanted_topics) as is_wish_open
    from tracked as t join given as g on g.event_id = t.event_id join upserted as u on u.id = t.contact_id`
}

/**
 * Writes all calls or none, in one statement, which is prepared if it runs through the pool. Returns undefined for calls
 * whose own id was used before. Addresses must be distinct per project.
 */
export async function trackEvents(
  target: PreparedTarget | Trx,
  calls: readonly TrackedCall[],
): Promise<(TrackedEvent | undefined)[]> {
  const statement = trackStatement(calls)
  const rows =
    'pool' in target
      ? await executePrepared(target, 'track-events', statement)
      : (await statement.execute(target)).rows
  const tracked = new Map(rows.map((row) => [row.event_id, row]))
  return calls.map(({ event: { id, at } }) => {
    const row = tracked.get(id)
    return row && { contactId: row.contact_id, eventId: id, at, isWishOpen: row.is_wish_open ?? false }
  })
}

type EventKey = { projectId: ProjectId; ownId: string }

/** The event with the caller's id, if it still exists. */
export async function findTrackedEvent(
  db: Db | Trx,
  { projectId, ownId }: EventKey,
): Promise<TrackedEvent | undefined> {
  // The first call may have been interrupted before it asked for a confirmation.
  const { rows } = await sql<TrackedEvent>`
    select e.contact_id as "contactId", e.id as "eventId", e.created_at as at, not exists (
      select from projects where id = k.project_id and public_tracking = 'append') as "isWishOpen"
    from event_keys as k join events as e on e.project_id = k.project_id and e.id = k.event_id
    where k.project_id = ${projectId} and k.key = ${ownId}`.execute(db)
  return rows[0]
}

/** Frees a caller's id whose event was deleted with its contact. */
export async function deleteOrphanedKey(db: Db | Trx, { projectId, ownId }: EventKey): Promise<void> {
  await sql`
    delete from event_keys as k where k.project_id = ${projectId} and k.key = ${ownId}
      and not exists (select from events as e
        where e.project_id = k.project_id and e.id = k.event_id)`.execute(db)
}

/** Skips locked rows, which the next run deletes. */
export async function deleteOldKeys(db: Db, before: Date): Promise<void> {
  await sql`
    with old as materialized (
      select project_id, key from event_keys where created_at < ${before} for update skip locked
    )
    delete from event_keys as k using old where k.project_id = old.project_id and k.key = old.key`.execute(db)
}

/** Skips locked rows, too. */
export async function deleteOldArrivals(db: Db, before: Date): Promise<void> {
  await sql`
    with old as materialized (
      select project_id, contact_id from track_arrivals where updated_at < ${before} for update skip locked
    )
    delete from track_arrivals as a using old
    where a.project_id = old.project_id and a.contact_id = old.contact_id`.execute(db)
}
