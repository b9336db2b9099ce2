// The feed of a project: the events that its listeners (GET /webhooks/listen) have asked for.
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { WebhookFeedEvents, WebhookFeeds } from '../../../platform/db/tables.ts'
import type { ContactId, EventId, FeedId, ProjectId } from '../../../platform/ids.ts'

export type FeedRow = Selectable<WebhookFeeds>
export type FeedEventRow = Pick<Selectable<WebhookFeedEvents>, 'position' | 'event_id' | 'type' | 'body'>

type ProjectRef = { projectId: ProjectId }

/** Events that are kept. A listener that is further behind has missed some. */
export const KEPT_EVENTS = 1_000

/** Undefined if nobody listens. */
export const findFeed = (db: Db | Trx, { projectId }: ProjectRef): Promise<FeedRow | undefined> =>
  db.selectFrom('webhook_feeds').selectAll().where('project_id', '=', projectId).executeTakeFirst()

type SaveFeedInput = ProjectRef & { feedId: FeedId; names: readonly string[]; listenedUntil: Date }

/** Creates the feed, or changes its names; its id stays. */
export async function saveFeed(
  trx: Trx,
  { projectId, feedId, names, listenedUntil }: SaveFeedInput,
): Promise<FeedRow> {
  const { rows } = await sql<FeedRow>`
    insert into webhook_feeds (project_id, id, names, listened_until)
    values (${projectId}, ${feedId}, ${names}::text[], ${listenedUntil})
    on conflict (project_id) do update set names = excluded.names, listened_until = excluded.listened_until
    returning *`.execute(trx)
  const [row] = rows
  if (!row) throw new Error('the feed was neither created nor changed')
  return row
}

/** Undefined if the feed was deleted meanwhile. */
export async function keepFeedOpen(
  db: Db | Trx,
  { projectId, listenedUntil }: ProjectRef & { listenedUntil: Date },
): Promise<FeedRow | undefined> {
  return db
    .updateTable('webhook_feeds')
    .set({ listened_until: listenedUntil })
    .where('project_id', '=', projectId)
    .returningAll()
    .executeTakeFirst()
}

/** Deletes the feed and its events, unless somebody has listened since. */
export async function deleteExpiredFeed(
  trx: Trx,
  { projectId, now }: ProjectRef & { now: Date },
): Promise<void> {
  await trx
    .deleteFrom('webhook_feeds')
    .where('project_id', '=', projectId)
    .where('listened_until', '<=', now)
    .execute()
}

export type NewFeedEvent = { eventId: EventId; type: string; contactId: ContactId | null; body: string }

/** Appends events in their order, and deletes those that are not kept any more. Nothing happens once the feed is gone. */
export async function appendToFeed(
  trx: Trx,
  { projectId, events }: ProjectRef & { events: readonly NewFeedEvent[] },
): Promise<void> {
  const { rows } = await sql<{ last_position: number }>`
    update webhook_feeds set last_position = last_position + ${events.length}
    where project_id = ${projectId} returning last_position`.execute(trx)
  const last = rows[0]?.last_position
  if (last === undefined) return
  const kept = events.slice(-KEPT_EVENTS)
  const column = <T>(pick: (one: NewFeedEvent) => T) => kept.map(pick)
  await sql`
    insert into webhook_feed_events (project_id, position, event_id, type, contact_id, body)
    select ${projectId}, ${last - kept.length}::bigint + number, event_id, type, contact_id, body
    from unnest(${column((one) => one.eventId)}::uuid[], ${column((one) => one.type)}::text[],
      ${column((one) => one.contactId)}::uuid[], ${column((one) => one.body)}::text[])
      with ordinality as given (event_id, type, contact_id, body, number)`.execute(trx)
  await sql`
    delete from webhook_feed_events
    where project_id = ${projectId} and position <= ${last - KEPT_EVENTS}::bigint`.execute(trx)
}

type FeedPageQuery = ProjectRef & { after: number; names: readonly string[]; limit: number }

/** Oldest first, along the primary key. */
export async function listFeedEvents(
  db: Db | Trx,
  { projectId, after, names, limit }: FeedPageQuery,
): Promise<FeedEventRow[]> {
  const chosen = names.includes('*') ? sql`` : sql`and type = any(${names}::text[])`
  const { rows } = await sql<FeedEventRow>`
    select position, event_id, type, body from webhook_feed_events
    where project_id = ${projectId} and position > ${after}::bigint ${chosen}
    order by position limit ${limit}`.execute(db)
  return rows
}

export type FeedPosition = { project_id: ProjectId; last_position: number }

/** For all projects that somebody waits for, in one statement. */
export async function listFeedPositions(
  db: Db,
  { projectIds }: { projectIds: readonly ProjectId[] },
): Promise<FeedPosition[]> {
  const { rows } = await sql<FeedPosition>`
    select project_id, last_position from webhook_feeds where project_id = any(${projectIds}::uuid[])`.execute(
    db,
  )
  return rows
}
