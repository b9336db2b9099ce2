import { sql } from 'kysely'
import type { Db } from '../../../platform/db/client.ts'

/** `day`: of the warm-up, counted from 1. `used`: the emails of today. */
export type WarmUpDay = { day: number; used: number }

type WarmUpRef = { routeId: number; localAddress: string }

export const TODAY = sql`(statement_timestamp() at time zone 'UTC')::date`

/** Begins the warm-up with the first call. */
export async function readWarmUp(db: Db, { routeId, localAddress }: WarmUpRef): Promise<WarmUpDay> {
  const { rows } = await sql<WarmUpDay>`
    insert into warm_ups as w (route_id, local_address, began_on, day, used)
    values (${routeId}, ${localAddress}, ${TODAY}, ${TODAY}, 0)
    on conflict (route_id, local_address) do update
      set day = ${TODAY}, used = case when w.day = ${TODAY} then w.used else 0 end
    returning day - began_on + 1 as day, used`.execute(db)
  return rows[0] ?? { day: 1, used: 0 }
}

/** Remembers that the emails of today are used up, once. */
export async function noteWarmUpEnd(db: Db, { routeId, localAddress }: WarmUpRef): Promise<void> {
  await sql`
    insert into brakes (project_id, kind, route_id, transport_id, name, reason, began_at, ended_at)
    select d.project_id, 'warm-up', d.route_id, d.transport_id, d.name, nullif(${localAddress}::text, ''), statement_timestamp(),
      (${TODAY} + 1)::timestamp at time zone 'UTC'
    from destinations as d where d.route_id = ${routeId} on conflict do nothing`.execute(db)
}

/** Adds to the emails of today, unless another worker has done so since `used` was read, or the day is over. */
export async function addToWarmUp(
  db: Db,
  { routeId, localAddress, used, added }: WarmUpRef & { used: number; added: number },
): Promise<boolean> {
  const { rows } = await sql`
    update warm_ups set used = used + ${added}
    where route_id = ${routeId} and local_address = ${localAddress} and day = ${TODAY} and used = ${used}
    returning 1`.execute(db)
  return rows.length > 0
}
