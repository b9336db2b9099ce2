// Compares counters with what counting the rows gives: after an upgrade is rehearsed, and after every proof. Only counters that say how many
// rows there are now; those of what has happened, such as opens, cannot be counted again.
import { sql } from 'kysely'
import type { Db } from './platform/db/client.ts'

/** Project, counter, label and count of everything that can be counted. */
export const COUNTED_ROWS = `
  select project_id, 'emails' as counter, status || ' ' || month_of_uuid_v7(id) as label, count(*) from emails group by 1, 3
  union all select project_id, 'contacts', '', count(*) from contacts group by 1
  union all select project_id, 'contacts', 'subscribed', count(*) from contacts where subscribed group by 1
  union all select project_id, 'suppressions', '', count(*) from suppressions group by 1
  union all select project_id, 'contact_fields', jsonb_typeof(field.value) || ':' || field.key, count(*)
    from contacts, jsonb_each(data) as field group by 1, 3
  union all select project_id, 'contact_topics', label, count(*)
    from contacts, topic_labels(topic_choices, subscribed) as label group by 1, 3
  union all select project_id, 'coupon_codes', list_id::text, count(*) from coupon_codes group by 1, 3
  union all select project_id, 'coupon_codes', list_id || ' taken', count(*) from coupon_codes
    where taken_at is not null group by 1, 3
  union all select project_id, 'events', month_of_uuid_v7(id), count(*) from events group by 1, 3
  union all select project_id, 'event_names', name || ' ' || month_of_uuid_v7(id), count(*) from events group by 1, 3
  union all select project_id, 'workflows', '', count(*) from workflows group by 1
  union all select project_id, 'workflow_executions', workflow_id || ' ' || status, count(*) from workflow_executions group by 1, 3`

/** The counters of COUNTED_ROWS. */
const COUNTERS = [
  'emails',
  'contacts',
  'suppressions',
  'contact_fields',
  'contact_topics',
  'coupon_codes',
  'events',
  'event_names',
  'workflows',
  'workflow_executions',
]

// A systematic error shows in every label; nobody reads thousands of them.
const MOST_LISTED = 20

/** Counters that are wrong, at most 20, such as "contacts subscribed: 5 instead of 7". */
export async function listWrongCounters(db: Db): Promise<string[]> {
  const { rows } = await sql<{ counter: string; label: string; told: number; counted: number }>`
    with told as (
      select project_id, counter, label, sum(value) as value from (
        select project_id, counter, label, value from counters where counter = any(${COUNTERS}::text[])
        union all select project_id, counter, label, delta from counter_deltas where counter = any(${COUNTERS}::text[])
      ) as parts group by 1, 2, 3
    ), counted as (${sql.raw(COUNTED_ROWS)})
    select counter, label, coalesce(told.value, 0)::bigint as told, coalesce(counted.count, 0) as counted
    from told full join counted using (project_id, counter, label)
    where coalesce(told.value, 0) <> coalesce(counted.count, 0) order by counter, label limit ${MOST_LISTED}`.execute(
    db,
  )
  return rows.map(({ counter, label, told, counted }) => `${counter} ${label}: ${told} instead of ${counted}`)
}
