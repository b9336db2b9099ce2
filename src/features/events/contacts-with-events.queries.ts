// Which contacts have events of a kind, for filters. Read through events_by_name. Ids begin with their time, so months before
// `from` are not looked at.
// The name is not hidden in a subselect as in event-list.queries.ts: there is no page that a walk down the primary key could
// fill, and with a subselect PostgreSQL would not share a filter among several processes.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { lowestIdOf } from '../../platform/ids.ts'
import type { ProjectId } from '../../platform/ids.ts'

type Asked = {
  projectId: ProjectId
  name: string
  from?: Date | undefined
  to?: Date | undefined
  /** Only these contacts: an array of their ids in SQL. */
  among?: RawBuilder<unknown> | undefined
  /** At least 1. */
  atLeast: number
  atMost?: number | undefined
  /** A condition on the data of the event, whose column it is given. */
  where?: (data: RawBuilder<unknown>) => RawBuilder<unknown>
}

const BEGIN_OF_IDS = 0

const since = (from: Date): RawBuilder<unknown> => {
  const first = new Date(Math.max(BEGIN_OF_IDS, from.getTime()))
  return sql`e.id >= ${lowestIdOf(first)}::uuid and e.created_at >= ${from}`
}

/** A subselect of contact_id, which may name a contact several times where nothing is counted. */
export function contactsWithEvents({
  projectId,
  name,
  from,
  to,
  among,
  atLeast,
  atMost,
  where,
}: Asked): RawBuilder<unknown> {
  const conditions = [
    sql`e.project_id = ${projectId}`,
    sql`e.name = ${name}`,
    among ? sql`e.contact_id = any(${among})` : sql`e.contact_id is not null`,
  ]
  if (from) conditions.push(since(from))
  if (to) conditions.push(sql`e.created_at <= ${to}`)
  // With the name once more: PostgreSQL asks first what has the fewest operators, and a condition of one operator, such as a
  // JSON path, would be asked of the events of all names.
  if (where) conditions.push(sql`case when e.name = ${name} and ${where(sql`e.data`)} then true end`)
  const most = atMost === undefined ? sql`` : sql`and count(*) <= ${atMost}`
  const isCounted = atLeast > 1 || atMost !== undefined
  const counted = isCounted ? sql`group by e.contact_id having count(*) >= ${atLeast} ${most}` : sql``
  return sql`select e.contact_id from events as e where ${sql.join(conditions, sql` and `)} ${counted}`
}

type OfContact = {
  projectId: ProjectId
  name: string
  contactId: RawBuilder<unknown>
  from: Date | undefined
}

/** A subselect of `at` and `data`: the events of one contact. Read through events_by_contact. */
export function eventsOfContact({ projectId, name, contactId, from }: OfContact): RawBuilder<unknown> {
  return sql`
    select e.created_at as at, e.data from events as e
    where e.project_id = ${projectId} and e.contact_id = ${contactId} and e.name = ${name}
      and ${from ? since(from) : sql`true`}`
}
