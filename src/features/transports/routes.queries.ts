// The way of an email to its transport. A route is the number of a transport in the queue; 0 is MAIL_TRANSPORT.
import { sql } from 'kysely'
import type { Db } from '../../platform/db/client.ts'
import type { ProjectId } from '../../platform/ids.ts'
import type { TransportRow } from './transports.queries.ts'
import { isResting, isTroubleFresh } from './troubles.queries.ts'

/** The route of MAIL_TRANSPORT. */
export const INSTANCE_ROUTE = 0

/**
 * The routes of a sender domain in the order in which they are tried: those that the domain names, else the default of
 * the project, else that of MAIL_TRANSPORT.
 */
export async function listRoutes(
  db: Db,
  { projectId, domain }: { projectId: ProjectId; domain: string },
): Promise<number[]> {
  const { rows } = await sql<{ routeId: number; place: number }>`
    select t.route_id as "routeId", l.place::int as place
    from domains as d
    join domain_transports as l on l.project_id = d.project_id and l.domain_id = d.id
    join transports as t on t.project_id = l.project_id and t.id = l.transport_id
    where d.project_id = ${projectId} and d.domain = ${domain}
    union all
    select route_id, ${AFTER_ALL_PLACES} from transports where project_id = ${projectId} and is_default
    order by place`.execute(db)
  const named = rows.filter(({ place }) => place < AFTER_ALL_PLACES)
  const routes = (named.length > 0 ? named : rows).map(({ routeId }) => routeId)
  return routes.length > 0 ? routes : [INSTANCE_ROUTE]
}

// Places are smallint.
const AFTER_ALL_PLACES = 2 ** 15

/** A route whose transport failed at its last attempt. `isResting`: it is not tried again yet. */
export type FailingRoute = { routeId: number; isResting: boolean }

/** Those of the routes whose transport does not work at the moment. */
export async function listFailingRoutes(db: Db, routeIds: readonly number[]): Promise<FailingRoute[]> {
  const { rows } = await sql<FailingRoute>`
    select t.route_id as "routeId", bool_or(${isResting('t')}) as "isResting" from transport_troubles as t
    where t.route_id = any(${routeIds}::int[]) and ${isTroubleFresh('t')} group by 1`.execute(db)
  return rows
}

export const listTransportsOfRoutes = (db: Db, routeIds: readonly number[]): Promise<TransportRow[]> =>
  db.selectFrom('transports').selectAll().where('route_id', 'in', routeIds).$castTo<TransportRow>().execute()
