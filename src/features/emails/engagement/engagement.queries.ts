import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { lowestIdOf } from '../../../platform/ids.ts'
import type { ContactId, ProjectId } from '../../../platform/ids.ts'
import type { EngagementPeriod } from './engagement.schema.ts'

// More than a person gets or opens in a year; a monitoring system may send a contact thousands of emails.
const MOST_ROWS = 5_000

const DAY_MS = 86_400_000
// An email may be scheduled up to a year ahead, and its id has the time at which it was accepted.
const LONGEST_WAIT_MS = 366 * DAY_MS
// A year and a month, so that every period begins after it.
const LONGEST_SPAN_MS = 400 * DAY_MS

type EngagementQuery = {
  projectId: ProjectId
  contactId: ContactId
  by: EngagementPeriod
  /** How many periods, the current one included. */
  count: number
  timezone: string
  now: Date
}

export type EngagementRow = {
  start: string
  sent: number
  opened: number
  clicked: number
  /** Whether as many rows were read as may be, so that older ones are missing. */
  is_cut: boolean
}

/**
 * Per period, oldest first: how many emails were sent to a contact, and how many it opened and clicked. Reads the newest rows of
 * emails_by_contact and events_by_contact. Tests do not count, nor do opens and clicks by machines.
 */
export async function listEngagement(
  db: Db | Trx,
  { projectId, contactId, by, count, timezone, now }: EngagementQuery,
): Promise<EngagementRow[]> {
  const unit = sql.lit(by)
  const since = new Date(now.getTime() - LONGEST_SPAN_MS)
  const accepted = lowestIdOf(new Date(since.getTime() - LONGEST_WAIT_MS))
  const { rows } = await sql<EngagementRow>`
    with periods as (
      select date_trunc(${unit}, ${now}::timestamptz at time zone ${timezone}) - number * interval '1 ${sql.raw(by)}' as start
      from generate_series(0, ${count - 1}::int) as number
    ), sent as materialized (
      select sent_at as at from emails
      where project_id = ${projectId} and contact_id = ${contactId} and id >= ${accepted}::uuid
        and sent_at >= ${since} and source <> 'TEST'
      order by id desc limit ${MOST_ROWS}
    ), hits as materialized (
      select name, email_id, created_at as at from events
      where project_id = ${projectId} and contact_id = ${contactId} and id >= ${lowestIdOf(since)}::uuid
        and name in ('email.opened', 'email.clicked')
        -- The name is repeated, so that the data of other events is not read.
        and case when name in ('email.opened', 'email.clicked') then data ->> 'verdict' = 'human' end
      order by id desc limit ${MOST_ROWS}
    ), counted as (
      select date_trunc(${unit}, at at time zone ${timezone}) as start, count(*) as sent, 0 as opened, 0 as clicked from sent group by 1
      union all
      select date_trunc(${unit}, at at time zone ${timezone}), 0,
        count(distinct email_id) filter (where name = 'email.opened'),
        count(distinct email_id) filter (where name = 'email.clicked') from hits group by 1
    )
    select to_char(p.start, 'YYYY-MM-DD') as start, coalesce(sum(c.sent), 0)::int as sent,
      coalesce(sum(c.opened), 0)::int as opened, coalesce(sum(c.clicked), 0)::int as clicked,
      greatest((select count(*) from sent), (select count(*) from hits)) >= ${MOST_ROWS} as is_cut
    from periods as p left join counted as c on c.start = p.start
    group by p.start order by p.start`.execute(db)
  return rows
}
