import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ContactId, ProjectId } from '../../../platform/ids.ts'
import { controlGroupSql } from './control-group.ts'

type GroupQuery = {
  projectId: ProjectId
  percent: number
  event: string
  from: Date
  to: Date
  /** Where the value is in the data of events; null without one. */
  valuePath: readonly string[] | null
  /** Contacts whose addresses match this pattern are in neither group. */
  testAddresses: string
}

export type GroupCounts = { isMember: boolean; people: number; conversions: number; value: number }

// Events may arrive some days late, and their ids are of the time at which they arrived.
const LATEST_DAYS = 10

// Numbers, also as text; anything else counts as 0. Longer ones are no amounts, and would not fit.
const NUMBER = '^\\s*[+-]?[0-9]{1,12}(\\.[0-9]{1,9})?\\s*$'

/**
 * Counts the contacts that were there when the time began, whatever became of them, and those of them who did it. Joins both groups
 * once: the events of one name by events_by_name, and each contact once.
 */
export async function countControlGroup(trx: Trx, query: GroupQuery): Promise<GroupCounts[]> {
  const { projectId, percent, event, from, to, valuePath, testAddresses } = query
  const text = sql`e.data #>> ${valuePath ?? []}::text[]`
  const value: RawBuilder<unknown> =
    valuePath === null
      ? sql`0`
      : sql`case when ${text} ~ ${NUMBER} then round((${text})::numeric, 3) else 0 end`
  const isMember = controlGroupSql({
    projectId: sql`c.project_id`,
    contactId: sql`c.id`,
    percent: sql`${percent}::int`,
  })
  const { rows } = await sql<GroupCounts>`
    with reached as materialized (
      select e.contact_id, sum(${value}) as value from events as e
      where e.project_id = ${projectId} and e.name = ${event} and e.contact_id is not null and not e.throttled
        and e.id >= lowest_uuid_v7(${from}::timestamptz)
        and e.id < lowest_uuid_v7(${to}::timestamptz + ${LATEST_DAYS} * interval '1 day')
        and e.created_at >= ${from} and e.created_at < ${to}
      group by 1
    )
    select ${isMember} as "isMember", count(*)::int as people, count(r.contact_id)::int as conversions,
      coalesce(sum(r.value), 0)::float8 as value
    from contacts as c left join reached as r on r.contact_id = c.id
    where c.project_id = ${projectId} and c.created_at < ${from} and c.email not like ${testAddresses}
    group by 1`.execute(trx)
  return rows
}

/** The address of a contact; undefined if there is none. */
export async function findAddress(
  db: Db | Trx,
  { projectId, contactId }: { projectId: ProjectId; contactId: ContactId },
): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`
    select email from contacts where project_id = ${projectId} and id = ${contactId}`.execute(db)
  return rows[0]?.email
}
