// The watches of tracked segments (migrations/0025), and the open transactions that a new watch has to wait for.
import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { newId } from '../../../platform/ids.ts'
import type { Id, ProjectId, SegmentId } from '../../../platform/ids.ts'
import { setListenedNames } from '../../events/index.ts'
import { LISTENER } from './listener-name.ts'

export type WatchId = Id<'watch'>

/** Part of every watch: new contacts have to be evaluated for all segments. */
const EVERYBODY = '*'

/** Prefix of watches for events, before the name of the event. */
const EVENT_PREFIX = 'event.'

type NewWatch = { projectId: ProjectId; watches: ReadonlySet<string>; now: Date }

/** Changes leave notes after the commit. */
export async function insertWatches(trx: Trx, { projectId, watches, now }: NewWatch): Promise<WatchId> {
  const watchId = newId<WatchId>(now)
  await lockWatches(trx, { projectId })
  await sql`
    insert into segment_watches (project_id, watch, watch_id)
    select ${projectId}, watch, ${watchId}
    from unnest(${[EVERYBODY, ...watches]}::text[]) as watch`.execute(trx)
  await updateListenedNames(trx, { projectId })
  return watchId
}

type WatchIds = { projectId: ProjectId; watchIds: readonly WatchId[] }

export async function deleteWatches(trx: Trx, { projectId, watchIds }: WatchIds): Promise<void> {
  await lockWatches(trx, { projectId })
  await sql`
    delete from segment_watches
    where project_id = ${projectId} and watch_id = any(${watchIds}::uuid[])`.execute(trx)
  await updateListenedNames(trx, { projectId })
}

/** The entries of a watch; empty if it was deleted meanwhile. */
export async function listWatches(
  trx: Trx,
  { projectId, watchId }: { projectId: ProjectId; watchId: WatchId },
): Promise<Set<string>> {
  const { rows } = await sql<{ watch: string }>`
    select watch from segment_watches where project_id = ${projectId} and watch_id = ${watchId}
    for key share`.execute(trx)
  return new Set(rows.map(({ watch }) => watch))
}

/** Concurrent transactions would each lose the names of the other. */
const lockWatches = (trx: Trx, { projectId }: { projectId: ProjectId }) =>
  sql`select pg_advisory_xact_lock(hashtextextended('lettermill segment watches ' || ${projectId}, 0))`.execute(
    trx,
  )

async function updateListenedNames(trx: Trx, { projectId }: { projectId: ProjectId }): Promise<void> {
  const { rows } = await sql<{ watch: string }>`
    select distinct watch from segment_watches
    where project_id = ${projectId} and starts_with(watch, ${EVENT_PREFIX})`.execute(trx)
  const names = rows.map(({ watch }) => watch.slice(EVENT_PREFIX.length))
  await setListenedNames(trx, { projectId, listener: LISTENER, names })
}

const NOTED_TABLES = ['contacts', 'events', 'emails', 'announcements', 'segment_members']

/**
 * Open transactions that have written to these tables. Those that wrote before a watch was committed have left no note, and
 * their changes are not visible yet: only after they have ended does reading the contacts show every change without a note. A
 * statement takes its locks before its snapshot, so none is missed.
 */
export async function listWriters(db: Db): Promise<string[]> {
  const { rows } = await sql<{ writer: string }>`
    select distinct virtualtransaction as writer from pg_locks
    where locktype = 'relation' and mode = 'RowExclusiveLock' and granted and pid <> pg_backend_pid()
      and database = (select oid from pg_database where datname = current_database())
      and relation = any(${NOTED_TABLES}::regclass[]::oid[])`.execute(db)
  return rows.map(({ writer }) => writer)
}

/** Tracked segments of all projects that depend on events or emails, which are deleted after their retention. */
export async function listHistoryWatchers(db: Db): Promise<{ projectId: ProjectId; segmentId: SegmentId }[]> {
  const { rows } = await sql<{ projectId: ProjectId; segmentId: SegmentId }>`
    select s.project_id as "projectId", s.id as "segmentId" from segments as s
    where s.watch_id is not null and exists (
      select from segment_watches as w where w.project_id = s.project_id and w.watch_id = s.watch_id
        and (starts_with(w.watch, ${EVENT_PREFIX}) or starts_with(w.watch, 'emailActivity.')))`.execute(db)
  return rows
}

/** Deletes watches that belong to no segment and are older than any request that is still creating one. */
export async function deleteOrphanedWatches(db: Db, { before }: { before: string }): Promise<ProjectId[]> {
  const { rows } = await sql<{ project_id: ProjectId }>`
    with gone as (
      delete from segment_watches as w
      where w.watch_id < ${before}::uuid
        and not exists (select from segments as s where s.project_id = w.project_id and s.watch_id = w.watch_id)
      returning w.project_id
    )
    select distinct project_id from gone`.execute(db)
  return rows.map((row) => row.project_id)
}

/** The tracked segments that depend on who is in the topic. */
export async function listTopicWatchers(
  db: Db,
  { projectId, key }: { projectId: ProjectId; key: string },
): Promise<{ projectId: ProjectId; segmentId: SegmentId }[]> {
  const { rows } = await sql<{ projectId: ProjectId; segmentId: SegmentId }>`
    select s.project_id as "projectId", s.id as "segmentId" from segments as s
    join segment_watches as w on w.project_id = s.project_id and w.watch_id = s.watch_id
    where s.project_id = ${projectId} and w.watch = ${`topics.${key}`}`.execute(db)
  return rows
}
