import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ProjectId } from '../../../platform/ids.ts'

export type DayCount = { day: string; what: string; count: number }

/**
 * What became of the emails of each day, from the counter `mail`, whose labels begin with the day: a range of the primary
 * key, however many emails there are.
 */
export async function countDays(
  db: Db | Trx,
  { projectId, from }: { projectId: ProjectId; from: string },
): Promise<DayCount[]> {
  const wanted = sql`project_id = ${projectId} and counter = 'mail' and label >= ${from}`
  const { rows } = await sql<DayCount>`
    select left(label, 10) as day, split_part(label, ' ', 2) as what, sum(value)::bigint as count from (
      select label, value from counters where ${wanted}
      union all
      select label, delta from counter_deltas where ${wanted}
    ) as both_parts group by 1, 2`.execute(db)
  return rows
}

export type Traces = { hasEmail: boolean; hasTemplate: boolean; hasSender: boolean; members: number }

/** What of the first steps is done. */
export async function findTraces(
  db: Db | Trx,
  { projectId }: { projectId: ProjectId },
): Promise<Traces | undefined> {
  const { rows } = await sql<Traces>`
    select exists (select from all_emails where project_id = ${projectId}) as "hasEmail",
      exists (select from templates where project_id = ${projectId}) as "hasTemplate",
      default_from is not null as "hasSender",
      (select count(*)::int from members where project_id = ${projectId}) as members
    from projects where id = ${projectId}`.execute(db)
  return rows[0]
}
