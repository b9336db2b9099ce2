// Lists events. Ids are UUIDv7 and months are ranges of ids, so "newest first" is one walk down the
// partitions, from the newest on, that ends when the page is full: along the primary key, or along events_by_contact or
// events_by_name where the list is narrowed.
//
// The name is handed over as a subselect, so that the planner knows only how frequent a name is on average. Knowing that
// this one makes up half of all events, it would walk the primary key and filter; but that may be so in other projects,
// while this one has millions of others.
import { sql } from 'kysely'
import type { RawBuilder, Selectable } from 'kysely'
import type { z } from 'zod'
import type { Db, Trx } from '../../platform/db/client.ts'
import { sumMonths } from '../../platform/db/counters.ts'
import { cutPage } from '../../platform/db/page.ts'
import type { Page } from '../../platform/db/page.ts'
import type { Events } from '../../platform/db/tables.ts'
import { lowestIdAfter, lowestIdOf } from '../../platform/ids.ts'
import type { ProjectId } from '../../platform/ids.ts'
import type { Event } from './events.schema.ts'

export type EventRow = Pick<
  Selectable<Events>,
  'id' | 'name' | 'contact_id' | 'email_id' | 'data' | 'created_at'
> & { email: string | null }

export type EventFilter = {
  name?: string | undefined
  contactId?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
  /** A further condition on the table `events`. */
  isFound?: RawBuilder<unknown> | undefined
}

export function toEvent(row: EventRow): z.infer<typeof Event> {
  return {
    id: row.id,
    name: row.name,
    contactId: row.contact_id,
    email: row.email,
    emailId: row.email_id,
    data: row.data as Record<string, unknown>,
    createdAt: row.created_at.toISOString(),
  }
}

type ListOptions = { projectId: ProjectId; filter: EventFilter; limit: number; before?: string | undefined }

/** Newest first. Addresses are joined to the rows of the page only. */
export async function listEvents(
  db: Db | Trx,
  { projectId, filter, limit, before }: ListOptions,
): Promise<Page<EventRow>> {
  const after = before === undefined ? sql`` : sql`and id < ${before}::uuid`
  const { rows } = await sql<EventRow>`
    select e.id, e.name, e.contact_id, c.email, e.email_id, e.data, e.created_at
    from (
      select * from events where ${matching(projectId, filter)} ${after} order by id desc limit ${limit + 1}
    ) as e
    left join contacts as c on c.project_id = e.project_id and c.id = e.contact_id
    order by e.id desc`.execute(db)
  return cutPage(rows, limit)
}

/** Exact. Totals of all events and of one name come from counters; others are counted. */
export async function countEvents(
  db: Db | Trx,
  { projectId, filter }: { projectId: ProjectId; filter: EventFilter },
): Promise<number> {
  const { name, contactId, from, to, isFound } = filter
  if (contactId === undefined && from === undefined && to === undefined && isFound === undefined) {
    return sumMonths(db, { projectId, counter: name === undefined ? 'events' : 'event_names', name })
  }
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from events where ${matching(projectId, filter)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Compares ids, which contain the time of the event, so that partitions without a match are skipped. */
function matching(projectId: ProjectId, filter: EventFilter): RawBuilder<unknown> {
  const { name, contactId, from, to, isFound } = filter
  const conditions = [sql`project_id = ${projectId}`]
  if (name !== undefined) conditions.push(sql`name = (select ${name}::text)`)
  if (contactId !== undefined) conditions.push(sql`contact_id = ${contactId}`)
  if (isFound !== undefined) conditions.push(isFound)
  if (from !== undefined) conditions.push(sql`id >= ${lowestIdOf(from)}::uuid`)
  if (to !== undefined) conditions.push(sql`id < ${lowestIdAfter(to)}::uuid`)
  return sql.join(conditions, sql` and `)
}
