// Rows that are the work itself: writers insert them in the transaction of a change, and the transaction that does the work
// deletes them. A crash undoes both, so the work is done exactly once. Such a table has these columns:
//
//   project_id uuid, id bigint   the primary key; the id is an identity, in the order of insertion
//   run_at timestamptz           '-infinity', or when a row that failed is tried again
//   attempts integer             counts the failures
//   queued_at timestamptz        when it was inserted, for the age of the backlog
//
// and an index on (project_id, run_at, id), after the columns that the condition of a kind compares.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { QueryResultRow } from 'pg'
import type { Db, Trx } from '../db/client.ts'
import { executePrepared } from '../db/prepared.ts'
import type { PreparedTarget } from '../db/prepared.ts'
import type { ProjectId } from '../ids.ts'

export type QueuedRow = QueryResultRow & { id: number; attempts: number }

/** The rows of one kind of work. */
export type Queue = {
  /** The name of the prepared statements and of the lock. */
  name: string
  table: string
  /** The rows of the table that belong to it; all of them by default. */
  condition?: RawBuilder<boolean>
  /** Beside id and attempts. */
  columns: RawBuilder<unknown>
  /** The part of a batch that a row takes up, 1 by default. */
  size?: RawBuilder<number>
  /** The key of the advisory lock under which a project's rows are processed. */
  lockKey?(projectId: ProjectId): RawBuilder<unknown>
}

type DueProjects = { now: Date; after: ProjectId | undefined; without: readonly ProjectId[]; limit: number }

const isOf = ({ condition }: Queue) => condition ?? sql<boolean>`true`

/**
 * Lists projects with due rows, in the order of their ids, after the given one. Work of a disabled project waits. A recursive
 * query jumps through the index from project to project and ends at the limit, so the backlog of one costs the others
 * nothing. Prepared, because an idle node runs it several times a second.
 */
export async function listQueuedProjects(
  target: PreparedTarget,
  queue: Queue,
  { now, after, without, limit }: DueProjects,
): Promise<ProjectId[]> {
  const table = sql.table(queue.table)
  // Lower than every id.
  const last = after ?? '00000000-0000-0000-0000-000000000000'
  const statement = sql<{ id: ProjectId }>`
    with recursive lanes (project_id, run_at) as (
      (select project_id, run_at from ${table} where ${isOf(queue)} and project_id > ${last}::uuid
        order by project_id, run_at limit 1)
      union all
      select next.* from lanes as l cross join lateral (
        select project_id, run_at from ${table} where ${isOf(queue)} and project_id > l.project_id
        order by project_id, run_at limit 1
      ) as next
    )
    select l.project_id as id from lanes as l
    where l.run_at <= ${now}::timestamptz and l.project_id <> all(${without}::uuid[])
      and (select p.disabled_at is null from projects as p where p.id = l.project_id)
    limit ${limit}::int`
  return (await executePrepared(target, `queued ${queue.name}`, statement)).map(({ id }) => id)
}

type QueuedClaim = {
  projectId: ProjectId
  limit: number
  now: Date
  /** Claims only this row. */
  onlyId?: number | undefined
}

const projectKey = ({ name }: Queue, projectId: ProjectId): RawBuilder<unknown> =>
  sql`hashtextextended('lettermill work ' || ${name}::text || ' ' || ${projectId}::text, 0)`

/**
 * Deletes the oldest due rows of a project and returns them in the order of their ids; a rollback puts them back. Returns
 * none while another worker has the project: its batches run one after the other.
 *
 * One statement, because a single row would spend most of its time on round trips. Its commit does not wait for the disk
 * either: if the server stops before the flush, the rows are back and their effects are undone. Nothing outside the database
 * can have acted on those effects, because a later synchronous commit flushes this one too.
 */
export async function claimQueued<Row extends QueuedRow>(
  trx: Trx,
  queue: Queue,
  { projectId, limit, now, onlyId }: QueuedClaim,
): Promise<Row[]> {
  const table = sql.table(queue.table)
  const key = queue.lockKey?.(projectId) ?? projectKey(queue, projectId)
  const only = onlyId === undefined ? sql`` : sql`and id = ${onlyId}`
  const statement = sql<Row>`
    with turn as materialized (
      select set_config('synchronous_commit', 'off', true), pg_try_advisory_xact_lock(${key}) as is_ours
    ), due as materialized (
      select id, run_at, ${queue.size ?? sql`1`} as size from ${table}
      where (select is_ours from turn) and ${isOf(queue)} and project_id = ${projectId}::uuid
        and run_at <= ${now}::timestamptz ${only}
      order by run_at, id limit ${limit}::int for update skip locked
    ), chosen as (
      select id, sum(size) over (order by run_at, id) - size as ahead from due
    ), claimed as (
      delete from ${table} where project_id = ${projectId}::uuid
        and id = any(array(select id from chosen where ahead < ${limit}::int))
      returning *
    )
    select id, attempts, ${queue.columns} from claimed order by id`
  if (onlyId !== undefined) return (await statement.execute(trx)).rows
  return executePrepared(trx, `claim ${queue.name}`, statement)
}

/** Changes nothing if another worker has processed or postponed the row since. */
export async function postponeQueued(
  db: Db,
  { table }: Queue,
  { projectId, row, runAt }: { projectId: ProjectId; row: QueuedRow; runAt: Date },
): Promise<void> {
  await sql`
    update ${sql.table(table)} set attempts = attempts + 1, run_at = ${runAt}
    where project_id = ${projectId} and id = ${row.id} and attempts = ${row.attempts}`.execute(db)
}
