// When contacts open email, from the events of opens and clicks. Events of machines do not count, as in filters. Events of deleted
// contacts, and those that retention has deleted, are gone: nothing else is kept.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../platform/db/client.ts'
import { lowestIdOf } from '../../platform/ids.ts'
import type { ContactId, ProjectId } from '../../platform/ids.ts'
import { BEST_HOUR_MS, HOURS_OF_DAY, LEAST_EVENTS } from './best-hour.ts'

type Sql = RawBuilder<unknown>

const HOURS = Array.from({ length: HOURS_OF_DAY }, (_, hour) => hour)

/** Lower-case names of the time zones that PostgreSQL knows. Some hundred rows, which take about 50 ms to read. */
export const ZONE_NAMES: Sql = sql`select distinct lower(name) as name from pg_timezone_names`

type ZonesQuery = {
  projectId: ProjectId
  /** For contacts without a zone, or with an unknown one. */
  projectZone: string
  /** A condition on contacts. */
  matching: Sql
}

/** A select of `id` and `zone`, in lower case, of contacts. The statement has the table `names`: ZONE_NAMES. */
export const zonesOfContacts = ({ projectId, projectZone, matching }: ZonesQuery): Sql => sql`
  select contacts.id, coalesce(names.name,
    (select coalesce(max(name), 'utc') from names where name = ${projectZone.toLowerCase()})) as zone
  from contacts left join names on names.name = lower(contacts.data ->> 'timezone')
  where contacts.project_id = ${projectId} and ${matching}`

type OpensQuery = {
  projectId: ProjectId
  /** Opens and clicks of the days before this time. */
  until: Date
}

/** A condition on events, with the alias e: opens and clicks by people. */
function areOpens({ projectId, until }: OpensQuery): Sql {
  const from = new Date(Math.max(0, until.getTime() - BEST_HOUR_MS))
  return sql`e.project_id = ${projectId} and e.name in ('email.opened', 'email.clicked')
    and e.id >= ${lowestIdOf(from)}::uuid and e.created_at >= ${from} and e.created_at <= ${until}
    -- The name is repeated, so that the data of other events is not read.
    and case when e.name in ('email.opened', 'email.clicked') then e.data ->> 'verdict' = 'human' end`
}

/**
 * `contact_id` and the local `hour` of each open and click of the contacts in a table with the columns `id` and `zone`. PostgreSQL chooses
 * between events_by_contact for few contacts, and one pass over the months for many.
 */
const opensOf = (contacts: string, query: OpensQuery): Sql => sql`
  select e.contact_id, extract(hour from e.created_at at time zone ${sql.ref(`${contacts}.zone`)})::int as hour
  from ${sql.ref(contacts)} join events as e on e.contact_id = ${sql.ref(`${contacts}.id`)}
  where ${areOpens(query)}
  -- Keeps PostgreSQL from computing the hour once for each of the 24 counts, which took ten times as long.
  offset 0`

/** The events of each hour, as the columns h0 to h23. */
const COUNTS = sql.raw(HOURS.map((hour) => `count(*) filter (where hour = ${hour}) as h${hour}`).join(', '))

const column = (hour: number) => `h${(hour + HOURS_OF_DAY) % HOURS_OF_DAY}`
const LAST_HOUR = HOURS_OF_DAY - 1

/**
 * bestHourOf in SQL, without its least number of events, for the columns h0 to h23. Each score carries its hour in the last place, the earlier
 * the larger, so that the highest one tells both: looking for its position in an array took four times as long.
 */
const bestHourSql: Sql = sql.raw(
  `${LAST_HOUR} - greatest(${HOURS.map(
    (hour) =>
      `(${column(hour - 1)} + 2 * ${column(hour)} + ${column(hour + 1)}) * ${HOURS_OF_DAY} + ${LAST_HOUR - hour}`,
  ).join(', ')}) % ${HOURS_OF_DAY}`,
)

/**
 * A select of `contact_id` and `hour`, one row for each contact with a best hour, of the contacts in a table with the columns `id` and `zone`.
 * Counting the 24 hours of each contact at once is the form that needs no sorting.
 */
export const bestHours = (contacts: string, query: OpensQuery): Sql => sql`
  select contact_id, (${bestHourSql})::int as hour from (
    select contact_id, ${COUNTS} from (${opensOf(contacts, query)}) as opens
    group by contact_id having count(*) >= ${LEAST_EVENTS}
  ) as counted`

// More opens than anybody makes in half a year; a monitoring system may send a contact thousands of emails.
const MOST_TIMES = 1_000

type TimesQuery = OpensQuery & { contactIds: readonly ContactId[] }

/** When each of these contacts has opened or clicked, newest first, in milliseconds. Contacts that have not are left out. */
export async function listOpenTimes(
  db: Db | Trx,
  { contactIds, ...query }: TimesQuery,
): Promise<Map<ContactId, number[]>> {
  if (contactIds.length === 0) return new Map()
  const { rows } = await sql<{ id: ContactId; times: number[] }>`
    select asked.id, array_agg(extract(epoch from opens.created_at)::float8 * 1000) as times
    from unnest(${contactIds}::uuid[]) as asked (id) cross join lateral (
      select e.created_at from events as e where e.contact_id = asked.id and ${areOpens(query)}
      order by e.id desc limit ${MOST_TIMES}
    ) as opens group by asked.id`.execute(db)
  return new Map(rows.map(({ id, times }) => [id, times.map(Math.round)]))
}
