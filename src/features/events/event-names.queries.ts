import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { Db, Trx } from '../../platform/db/client.ts'
import { counterParts } from '../../platform/db/counters.ts'
import { countRows, cutPage } from '../../platform/db/page.ts'
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

/** Most frequent first. EVENT_NAME_LIMIT bounds their number, so all of them fit into one response. */
export async function readEventNames(
  db: Db | Trx,
  { projectId }: { projectId: ProjectId },
): Promise<Page<SeenName>> {
  const rows = await seenNames(db, { projectId, after: '', order: sql`count desc, name`, most: sql`all` })
  return { rows, hasMore: false }
}

/** Sorted by name, because counts change between pages. */
export async function listEventNames(
  db: Db | Trx,
  { projectId, limit, before = '' }: { projectId: ProjectId; limit: number; before: string | undefined },
): Promise<Page<SeenName>> {
  const order = sql`name collate "C"`
  return cutPage(await seenNames(db, { projectId, after: before, order, most: sql`${limit + 1}` }), limit)
}

export const countEventNames = (db: Db | Trx, { projectId }: { projectId: ProjectId }): Promise<number> =>
  countRows(db, sql`(${countedNames(projectId)}) as counted`)

const countedNames = (projectId: ProjectId, after = '') => sql`
  select left(label, -8) collate "default" as name, sum(value)::bigint as count
  from ${counterParts({ projectId, counter: 'event_names' })} as parts
  where left(label, -8) > ${after}
  group by 1 having sum(value) > 0`

type SeenNamesQuery = {
  projectId: ProjectId
  after: string
  order: RawBuilder<unknown>
  most: RawBuilder<unknown>
}

/**
 * Counts come from the counters; the newest event from one look-up in events_by_name per month. With "=" the planner might
 * walk the primary key until the name comes along, which is far for a rare one. Labels have another collation than names;
 * compared in theirs, the index could not be used.
 */
async function seenNames(
  db: Db | Trx,
  { projectId, after, order, most }: SeenNamesQuery,
): Promise<SeenName[]> {
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
