import { sql } from 'kysely'
import type { Db } from '../../../platform/db/client.ts'
import { hourOf } from './tally.queries.ts'

// Health looks back a week, hour by hour; a day more, so that nothing is folded that somebody is about to read.
const HOURS_KEPT = sql.raw("interval '8 days'")

// Statistics compare a day with the same one of the year before.
const DAYS_KEPT = sql.raw("interval '400 days'")

/**
 * Makes days ('2026-05-01 sent') of the hours that nobody looks at any more, and forgets days that are older than a year.
 * Of all projects. A count that comes later for an old hour is folded the next time.
 */
export async function foldTallies(db: Db, now: Date): Promise<void> {
  const hour = sql.raw("label ~ '^\\d{4}-\\d\\d-\\d\\dT'")
  await sql`
    with hours as (
      delete from counters where counter = 'mail' and ${hour} and label < ${hourOf(sql`${now}::timestamptz - ${HOURS_KEPT}`)}
      returning project_id, left(label, 10) || substr(label, 14) as label, value
    )
    insert into counters as c (project_id, counter, label, value)
    select project_id, 'mail', label, sum(value) from hours group by 1, 3 order by 1, 3
    on conflict (project_id, counter, label) do update set value = c.value + excluded.value`.execute(db)
  await sql`
    delete from counters where counter = 'mail' and label < ${hourOf(sql`${now}::timestamptz - ${DAYS_KEPT}`)}`.execute(
    db,
  )
}
