// Finds contacts by their events, for filters, through events_by_name. Ids begin with their time, so months before `from` are
// not read.
// The name is not hidden in a subselect as in event-list.queries.ts: there is no page that a walk down the primary key could
// fill, and with a subselect PostgreSQL would not share a filter among several processes.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { groupsOf } from '../../platform/db/count-range.ts'
import { lowestIdOf } from '../../platform/ids.ts'
import type { ProjectId } from '../../platform/ids.ts'

type ContactsWithEventsQuery = {
  projectId: ProjectId
  name: string
  from?: Date | undefined
  to?: Date | undefined
  /** An SQL array of ids: only these contacts. */
  among?: RawBuilder<unknown> | undefined
  /** At least 1. */
  atLeast: number
  atMost?: number | undefined
  /** Returns a condition on the given column, the data of the event. */
  where?: (data: RawBuilder<unknown>) => RawBuilder<unknown>
}

const since = (from: Date): RawBuilder<unknown> => {
  const first = new Date(Math.max(0, from.getTime()))
  return sql`e.id >= ${lowestIdOf(first)}::uuid and e.created_at >= ${from}`
}

/** A subselect of contact_id. Without a count it may contain a contact several times. */
export function contactsWithEvents(query: ContactsWithEventsQuery): RawBuilder<unknown> {
  const { projectId, name, from, to, among, atLeast, atMost, where } = query
  const conditions = [
    sql`e.project_id = ${projectId}`,
    sql`e.name = ${name}`,
    among ? sql`e.contact_id = any(${among})` : sql`e.contact_id is not null`,
  ]
  if (from) conditions.push(since(from))
  if (to) conditions.push(sql`e.created_at <= ${to}`)
  // The name is repeated, because PostgreSQL evaluates the condition with the fewest operators first: a single JSON path would
  // be evaluated for events of all names.
  if (where) conditions.push(sql`case when e.name = ${name} and ${where(sql`e.data`)} then true end`)
  const counted = groupsOf(sql`e.contact_id`, { atLeast, atMost })
  return sql`select e.contact_id from events as e where ${sql.join(conditions, sql` and `)} ${counted}`
}

type ContactEventsQuery = {
  projectId: ProjectId
  name: string
  contactId: RawBuilder<unknown>
  from: Date | undefined
}

/** A subselect of `at` and `data` of one contact's events, read through events_by_contact. */
export function eventsOfContact(query: ContactEventsQuery): RawBuilder<unknown> {
  const { projectId, name, contactId, from } = query
  return sql`
    select e.created_at as at, e.data from events as e
    where e.project_id = ${projectId} and e.contact_id = ${contactId} and e.name = ${name}
      and ${from ? since(from) : sql`true`}`
}
