import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { segmentsWithCounts } from '../segments.queries.ts'
import type { SegmentRef } from '../segments.queries.ts'

/** A day in UTC, such as 2026-02-02. */
export type Day = string

/** Projects that have segments, found by a loose index scan of the primary key. */
export async function listProjectsWithSegments(db: Db): Promise<ProjectId[]> {
  const { rows } = await sql<{ project_id: ProjectId }>`
    with recursive found (project_id) as (
      (select project_id from segments order by project_id limit 1)
      union all
      select next.project_id from found as f cross join lateral (
        select project_id from segments where project_id > f.project_id order by project_id limit 1
      ) as next
    )
    select project_id from found`.execute(db)
  return rows.map((row) => row.project_id)
}

/** Stores the member count of each segment that has a current one, and deletes days before `oldest`. */
export async function recordSizes(
  db: Db | Trx,
  { projectId, day, oldest }: { projectId: ProjectId; day: Day; oldest: Day },
): Promise<void> {
  await sql`
    insert into segment_sizes (project_id, segment_id, day, members)
    select ${projectId}, known.id, ${day}::date, known.member_count
    from (${segmentsWithCounts(projectId)} where s.project_id = ${projectId}) as known
    where known.member_count is not null
      and (known.type = 'STATIC' or known.is_tracked or known.member_count_at >= ${`${day}T00:00:00Z`}::timestamptz)
    on conflict (project_id, segment_id, day) do update set members = excluded.members
      where segment_sizes.members <> excluded.members`.execute(db)
  await sql`
    delete from segment_sizes where project_id = ${projectId} and day < ${oldest}::date`.execute(db)
}

export type Size = { day: Day; members: number }

/** Oldest first. */
export async function listSizes(
  db: Db | Trx,
  { projectId, segmentId, from }: SegmentRef & { from: Day },
): Promise<Size[]> {
  const { rows } = await sql<Size>`
    select to_char(day, 'YYYY-MM-DD') as day, members from segment_sizes
    where project_id = ${projectId} and segment_id = ${segmentId} and day >= ${from}::date
    order by day`.execute(db)
  return rows
}
