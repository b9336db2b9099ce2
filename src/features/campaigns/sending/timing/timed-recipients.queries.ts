// When the email to each recipient is due, as parts of the statement that inserts the recipients of a campaign: at a local time, or at
// the hour at which they usually open email.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { CampaignId, ProjectId } from '../../../../platform/ids.ts'
import { bestHours, zonesOfContacts } from '../../../best-hour/index.ts'
import { AT_BEST_HOUR, COMPARISON } from './cohorts.ts'
import { LAST_SLOT, slotsFrom } from './local-time.ts'

type Sql = RawBuilder<unknown>

/** `zone`: the time zone for contacts that have none, or an unknown one. Times of day are HH:MM. */
export type SendTimes = { zone: string } & (
  | { kind: 'localTime'; time: string }
  | { kind: 'bestHour'; fallback: string; comparison: number }
)

type Recipients = {
  projectId: ProjectId
  campaignId: CampaignId
  startedAt: Date
  /** A condition on contacts: who gets the campaign. */
  recipients: Sql
}

/**
 * The parts of the statement: its common table expressions, a table `contacts` with at least their id, the minute at which each is due, and the
 * cohort of each.
 */
export type TimedRecipients = { tables: readonly Sql[]; contacts: Sql; slot: Sql | null; cohort: Sql }

export const untimed = ({ recipients }: Recipients): TimedRecipients => ({
  tables: [],
  contacts: sql`contacts where ${recipients}`,
  slot: null,
  cohort: sql`null::smallint`,
})

/** The key of the one time that is not an hour of the day. */
const AT_TIME = -1

/** `minutes`: for how long it is that time. A campaign that starts within it is sent at once. */
type Clock = { key: number; time: string; minutes: number }

const FULL_HOURS = Array.from({ length: 24 }, (_, hour): Clock => ({
  key: hour,
  time: `${hour}:00`,
  minutes: 59,
}))

/**
 * For each time zone and each of these times, the minute from the start at which it is next that time of day. Some hundred rows, or some
 * thousand with all hours, however many contacts there are. A time that a clock change skips moves to an hour later, as PostgreSQL reads it.
 */
function slotsOfZones(clocks: readonly Clock[], startedAt: Date): Sql {
  const times = clocks.map(
    ({ key, time, minutes }) => sql`(${key}::int, ${time}::interval, ${`${minutes} minutes`}::interval)`,
  )
  return sql`
    select lower(name) as name, key, min(least(${LAST_SLOT}, greatest(0, ceil(extract(epoch from
      (case when today + lasts < here then today + interval '1 day' else today end) at time zone name - since) / 60))))::int as slot
    from pg_timezone_names
    cross join lateral (select ${slotsFrom(startedAt)}::timestamptz as since) as begun
    cross join lateral (select since at time zone name as here) as clock
    cross join (values ${sql.join(times)}) as times (key, time, lasts)
    cross join lateral (select date_trunc('day', here) + time as today) as turn
    group by 1, 2`
}

export function atLocalTime(
  { startedAt, recipients }: Recipients,
  { time, zone }: { time: string; zone: string },
): TimedRecipients {
  const slotOf = (name: string) => sql`(select slot from zones where name = ${name.toLowerCase()})`
  return {
    tables: [sql`zones as materialized (${slotsOfZones([{ key: AT_TIME, time, minutes: 0 }], startedAt)})`],
    contacts: sql`contacts left join zones as own on own.name = lower(contacts.data ->> 'timezone')
      where ${recipients}`,
    slot: sql`coalesce(own.slot, ${slotOf(zone)}, ${slotOf('UTC')}, 0)`,
    cohort: sql`null::smallint`,
  }
}

/** The recipients with their zones, and the best hours of those who have one, as the tables `chosen` and `hours`. Needs the table `names`. */
export const bestHourTables = (
  { projectId, startedAt, recipients }: Omit<Recipients, 'campaignId'>,
  zone: string,
): Sql[] => [
  sql`chosen as materialized (${zonesOfContacts({ projectId, projectZone: zone, matching: recipients })})`,
  sql`hours as materialized (${bestHours('chosen', { projectId, until: startedAt })})`,
]

/** Whether a contact is in the comparison: always the same for a campaign, and another part of the contacts for the next. */
const isCompared = (campaignId: CampaignId, percent: number): Sql =>
  sql`(hash_share('best hour', ${campaignId}::uuid, chosen.id) * 100 < ${percent}::int)`

export function atBestHour(
  given: Recipients,
  { fallback, comparison, zone }: { fallback: string; comparison: number; zone: string },
): TimedRecipients {
  const clocks = [{ key: AT_TIME, time: fallback, minutes: 0 }, ...FULL_HOURS]
  return {
    tables: [
      sql`zones as materialized (${slotsOfZones(clocks, given.startedAt)})`,
      sql`names as materialized (select distinct name from zones)`,
      ...bestHourTables(given, zone),
      sql`contacts_at as (
        select chosen.id, zone, hour, case when hour is null then null
          when ${isCompared(given.campaignId, comparison)} then ${COMPARISON} else ${AT_BEST_HOUR} end::smallint as cohort
        from chosen left join hours on hours.contact_id = chosen.id
      )`,
    ],
    contacts: sql`contacts_at as contacts left join zones on zones.name = contacts.zone
      and zones.key = case contacts.cohort when ${AT_BEST_HOUR} then contacts.hour else ${AT_TIME} end`,
    slot: sql`coalesce(zones.slot, 0)`,
    cohort: sql`contacts.cohort`,
  }
}
