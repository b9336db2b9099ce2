// Reading and folding the exact totals of migrations/0002_counters.sql. Writing is done by triggers, or by an
// insert into counter_deltas in the transaction of the change.
import { sql } from 'kysely'
import type { ProjectId } from '../ids.ts'
import type { Db, Trx } from './client.ts'

type CounterRef = {
  projectId: ProjectId
  counter: string
  /** Only this one. */
  label?: string
}

/** Current values by label: what is folded plus what is not yet, in one snapshot. */
export async function readCounter(
  db: Db | Trx,
  { projectId, counter, label }: CounterRef,
): Promise<Map<string, number>> {
  const wanted = sql`project_id = ${projectId} and counter = ${counter}`
  const where = label === undefined ? wanted : sql`${wanted} and label = ${label}`
  const { rows } = await sql<{ label: string; value: number }>`
    select label, sum(value)::bigint as value from (
      select label, value from counters where ${where}
      union all
      select label, delta from counter_deltas where ${where}
    ) as both_parts group by label having sum(value) <> 0`.execute(db)
  return new Map(rows.map((row) => [row.label, row.value]))
}

/** Moves the deltas into the counters. Two folders at once are safe: a delta can be deleted only once. */
export async function foldCounters(db: Db): Promise<void> {
  await sql`
    with gone as (delete from counter_deltas returning project_id, counter, label, delta)
    insert into counters as c (project_id, counter, label, value)
    select project_id, counter, label, sum(delta) from gone group by project_id, counter, label
    order by project_id, counter, label
    on conflict (project_id, counter, label) do update set value = c.value + excluded.value`.execute(db)
}
