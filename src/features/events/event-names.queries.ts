// The names of the events that a project has seen, with their counts.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { Db, Trx } from '../../platform/db/client.ts'
import { counterParts } from '../../platform/db/counters.ts'
import { cutPage } from '../../platform/db/page.ts'
import type { Page } from '../../platform/db/page.ts'
import type { ProjectId } from '../../platform/ids.ts'
import type { EventNames } from './events.schema.ts'

type SeenName = { name: string; count: number; lastSeenAt: Date }

export const toSeenName = ({
  lastSeenAt,
  ...rest
}: SeenName): z.infer<typeof EventNames>['names'][number] => ({
  ...rest,
  lastSeenAt: lastSeenAt.toISOString(),
})

/** Most frequent first. Callers cannot invent more than EVENT_NAME_LIMIT names, so all of them fit into one answer. */
export async function readEventNames(
  db: Db | Trx,
  { projectId }: { projectId: ProjectId },
): Promise<Page<SeenName>> {
  const rows = await seenNames(db, { projectId, after: '', order: sql`count desc, name`, most: sql`all` })
  return { rows, hasMore: false }
}

type NamesPage = { projectId: ProjectId; limit: number; before: string | undefined }

/** By name: counts change from one page to the next, and names do not. */
export async function listEventNames(
  db: Db | Trx,
  { projectId, limit, before = '' }: NamesPage,
): Promise<Page<SeenName>> {
  const order = sql`name collate "C"`
  return cutPage(await seenNames(db, { projectId, after: before, order, most: sql`${limit + 1}` }), limit)
}

export async function countEventNames(
  db: Db | Trx,
  { projectId }: { projectId: ProjectId },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${countedNames(projectId)}) as counted`.execute(db)
  return rows[0]?.count ?? 0
}

const countedNames = (projectId: ProjectId, after = '') => sql`
  select left(label, -8) collate "default" as name, sum(value)::bigint as count
  from ${counterParts({ projectId, counter: 'event_names' })} as parts
  where left(label, -8) > ${after}
  group by 1 having sum(value) > 0`

type SeenNames = {
  projectId: ProjectId
  after: string
  order: RawBuilder<unknown>
  most: RawBuilder<unknown>
}

/**
 * Counts from the counters, and a step into events_by_name of each month for the newest. "=" would
 * leave it to the planner to walk the primary key until the name comes along, which for a rare one is far. Labels are of
 * another collation than names; compared in theirs, the index would be of no use.
 */
async function seenNames(db: Db | Trx, { projectId, after, order, most }: SeenNames): Promise<SeenName[]> {
  const { rows } = await sql<SeenName>`
    select counted.name, counted.count, newest.created_at as "lastSeenAt"
    from (select * from (${countedNames(projectId, after)}) as seen order by ${order} limit ${most}) as counted
    cross join lateral (
      select created_at from events
      where project_id = ${projectId} and name >= counted.name and name <= counted.name
      order by name desc, id desc limit 1
    ) as newest
    order by ${order}`.execute(db)
  return rows
}
