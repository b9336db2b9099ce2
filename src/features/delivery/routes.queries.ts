// The emails of transports that projects have added (email_queue.route_id).
import { sql } from 'kysely'
import type { Db } from '../../platform/db/client.ts'
import type { ProjectId } from '../../platform/ids.ts'
import { INSTANCE_ROUTE, isResting } from '../transports/index.ts'
import { LANE_NUMBERS } from './queue/retry-schedule.ts'
import type { Lane } from './queue/retry-schedule.ts'

/** `kind`: null if the transport was deleted meanwhile. */
export type DueRoute = { routeId: number; kind: 'transport' | 'destination' | null }

/**
 * Lists the routes with email to claim, except that of MAIL_TRANSPORT. The recursive query asks the index for the first
 * entry of the next greater (route, project, lane) until there is none.
 */
export async function listDueRoutes(db: Db): Promise<DueRoute[]> {
  const { rows } = await sql<DueRoute>`
    with recursive lanes (route_id, project_id, lane) as (
      (select route_id, project_id, lane from email_queue where route_id > ${INSTANCE_ROUTE}
      order by route_id, project_id, lane limit 1)
      union all
      select next.* from lanes as l cross join lateral (
        select route_id, project_id, lane from email_queue
        where (route_id, project_id, lane) > (l.route_id, l.project_id, l.lane)
        order by route_id, project_id, lane limit 1
      ) as next
    ), due as (
      select distinct l.route_id from lanes as l where exists (
        select from email_queue as q
        where q.route_id = l.route_id and q.project_id = l.project_id and q.lane = l.lane
          and q.run_at <= statement_timestamp() and coalesce(q.lease_until <= statement_timestamp(), true)
      )
    )
    select due.route_id as "routeId", case
      when exists (select from transports as t where t.route_id = due.route_id) then 'transport'
      when exists (select from destinations as d where d.route_id = due.route_id) then 'destination' end as kind
    from due`.execute(db)
  return rows
}

/** The email of deleted transports: the engine of MAIL_TRANSPORT decides again where it goes. */
export async function resetRoutes(db: Db, routeIds: readonly number[]): Promise<void> {
  if (routeIds.length === 0) return
  await sql`
    with orphaned as materialized (
      select project_id, email_id from email_queue where route_id = any(${routeIds}::int[]) and status <> 'SENDING'
      order by project_id, email_id for no key update
    )
    update email_queue as q set route_id = ${INSTANCE_ROUTE} from orphaned as o
    where q.project_id = o.project_id and q.email_id = o.email_id`.execute(db)
}

type FailedRoute = {
  projectId: ProjectId
  routeId: number
  /** The route of its transport: another one where a destination does not work. */
  transportRouteId: number
  lanes: readonly Lane[]
  most: number
}

/**
 * Moves due email of a transport that does not work, or may send no more today, to the first other transport of its domain that does, or may be
 * tried again. It never waits for locks, so their order does not matter.
 */
export async function moveToFallback(
  db: Db,
  { projectId, routeId, transportRouteId, lanes, most }: FailedRoute,
): Promise<number[]> {
  const { rows } = await sql<{ routeId: number }>`
    with waiting as materialized (
      select q.project_id, q.email_id, other.route_id from email_queue as q
      join contents as c on c.project_id = q.project_id and c.id = q.content_id
      join domains as d on d.project_id = q.project_id and d.domain = split_part(c.from_email, '@', 2)
      cross join lateral (
        select t.route_id from domain_transports as l
        join transports as t on t.project_id = l.project_id and t.id = l.transport_id
        where l.project_id = d.project_id and l.domain_id = d.id and t.route_id <> ${transportRouteId}
          and not exists (
            select from transport_troubles as x where x.route_id = t.route_id and ${isResting('x')}
          )
        order by l.place limit 1
      ) as other
      where q.route_id = ${routeId} and q.project_id = ${projectId} and q.run_at <= statement_timestamp()
        and q.status <> 'SENDING' and q.lane = any(${lanes.map((lane) => LANE_NUMBERS[lane])}::smallint[])
      order by q.lane, q.run_at limit ${most} for no key update of q skip locked
    ), moved as (
      update email_queue as q set route_id = w.route_id from waiting as w
      where q.project_id = w.project_id and q.email_id = w.email_id returning q.route_id
    )
    select distinct route_id as "routeId" from moved`.execute(db)
  return rows.map((row) => row.routeId)
}
