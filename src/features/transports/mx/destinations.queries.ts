// The receivers of own delivery. One worker at a time sends to a destination: it holds a lease, and so the limits of the
// destination hold for all nodes together.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '../../../platform/db/client.ts'
import type { ProjectId, TransportId } from '../../../platform/ids.ts'
import { INSTANCE_ROUTE } from '../routes.queries.ts'
import { isResting, isTroubleFresh } from '../troubles.queries.ts'

/** The transport of a project; undefined: MAIL_TRANSPORT. */
export type DestinationTransport = { projectId: ProjectId; transportId: TransportId } | undefined

export type Destination = { routeId: number; name: string; transportRouteId: number }

/** The route of a destination, which is added if there is none. */
export async function ensureDestination(
  db: Db,
  { transport, name }: { transport: DestinationTransport; name: string },
): Promise<number> {
  const transportId = transport?.transportId ?? null
  const find = () => sql<{ routeId: number }>`
    select route_id as "routeId" from destinations where transport_id is not distinct from ${transportId}::uuid and name = ${name}`
  const known = (await find().execute(db)).rows[0]
  if (known) return known.routeId
  const { rows } = await sql<{ routeId: number }>`
    insert into destinations (project_id, transport_id, name) values (${transport?.projectId ?? null}, ${transportId}, ${name})
    on conflict do nothing returning route_id as "routeId"`.execute(db)
  const added = rows[0] ?? (await find().execute(db)).rows[0]
  if (!added) throw new Error(`the destination ${name} was deleted while it was added`)
  return added.routeId
}

/** The route of the transport that a destination (row d) belongs to. */
const TRANSPORT_ROUTE = sql<number>`coalesce((
  select t.route_id from transports as t where t.project_id = d.project_id and t.id = d.transport_id), ${sql.lit(INSTANCE_ROUTE)})`

export type LeasedDestination = Destination & { trouble: DestinationTrouble | null }

/** Why it rests, or rested until a moment ago. */
export type DestinationTrouble = { reason: string; since: Date; nextTryAt: Date }

type LeaseInput = { owner: string; routeIds: readonly number[]; most: number; leaseSeconds: number }

/**
 * Leases destinations that no other worker has, in random order, and takes over the reasons why they rested. Those that
 * rest are left alone.
 */
export async function leaseDestinations(
  db: Db,
  { owner, routeIds, most, leaseSeconds }: LeaseInput,
): Promise<LeasedDestination[]> {
  const { rows } = await sql<LeasedDestination>`
    with free as materialized (
      select route_id from destinations as d
      where route_id = any(${routeIds}::int[]) and lease_until <= statement_timestamp()
        and not exists (select from transport_troubles as t where t.route_id = d.route_id and ${isResting('t')})
      order by random() limit ${most} for no key update skip locked
    ), leased as (
      update destinations as d set lease_owner = ${owner}, lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
      from free where d.route_id = free.route_id returning d.*
    ), taken as (
      delete from transport_troubles as t using leased as d where t.route_id = d.route_id and t.owner <> ${owner} returning t.*
    ), latest as (
      select distinct on (t.route_id) t.* from (
        select * from taken union all
        select t.* from transport_troubles as t join leased as d on d.route_id = t.route_id and t.owner = ${owner}
      ) as t where ${isTroubleFresh('t')} order by t.route_id, t.next_try_at desc
    ), adopted as (
      insert into transport_troubles (owner, route_id, transport, reason, since, next_try_at)
      select ${owner}, route_id, transport, reason, since, next_try_at from latest on conflict do nothing
    )
    select d.route_id as "routeId", d.name, ${TRANSPORT_ROUTE} as "transportRouteId", (
        select json_build_object('reason', t.reason, 'since', t.since, 'nextTryAt', t.next_try_at) from latest as t
        where t.route_id = d.route_id
      ) as trouble
    from leased as d`.execute(db)
  return rows.map((row) => ({ ...row, trouble: row.trouble && withDates(row.trouble) }))
}

/** JSON has texts. */
const withDates = ({ reason, since, nextTryAt }: DestinationTrouble): DestinationTrouble => ({
  reason,
  since: new Date(since),
  nextTryAt: new Date(nextTryAt),
})

/** Returns the destinations that the worker still has. */
export async function renewDestinations(
  db: Db,
  { owner, routeIds, leaseSeconds }: Omit<LeaseInput, 'most'>,
): Promise<Set<number>> {
  const { rows } = await sql<{ routeId: number }>`
    update destinations set lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    where route_id = any(${routeIds}::int[]) and lease_owner = ${owner} returning route_id as "routeId"`.execute(
    db,
  )
  return new Set(rows.map(({ routeId }) => routeId))
}

/** Lets other workers have destinations. Without `routeIds`: all that the worker has, because it has died. */
export async function releaseDestinations(
  db: Db,
  { owner, routeIds }: { owner: string; routeIds?: readonly number[] },
): Promise<void> {
  const isNamed = routeIds ? sql`and route_id = any(${routeIds}::int[])` : sql``
  await sql`
    update destinations set lease_owner = null, lease_until = statement_timestamp()
    where lease_owner = ${owner} ${isNamed}`.execute(db)
}

// The lease of a destination that gets email is renewed every few seconds.
const UNUSED_AFTER = sql.raw(`interval '30 days'`)

/** Those that got no email for long, and none waits for. */
export async function deleteUnusedDestinations(db: Db): Promise<void> {
  await sql`
    delete from destinations as d
    where greatest(d.lease_until, d.created_at) < statement_timestamp() - ${UNUSED_AFTER}
      and not exists (select from email_queue as q where q.route_id = d.route_id)`.execute(db)
}

/** The transport of a route, which may be that of a destination; null: MAIL_TRANSPORT. */
export const transportOfRoute = (routeId: RawBuilder<unknown>): RawBuilder<string | null> => sql<
  string | null
>`(
  select t.id from transports as t where t.route_id = ${routeId}
  union all select d.transport_id from destinations as d where d.route_id = ${routeId})`
