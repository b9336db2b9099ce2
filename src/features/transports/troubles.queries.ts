// The reasons why transports do not work, written by workers for the nodes that answer requests.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/client.ts'
import { storableText } from '../../platform/text/storable-text.ts'

/** One worker and one transport. */
type TroubleRef = { owner: string; routeId: number }

type NewTrouble = TroubleRef & { transport: string; reason: string; restMs: number }

/** Uses the clock of the database, which all readers share. */
export async function saveTrouble(
  db: Db,
  { owner, routeId, transport, reason, restMs }: NewTrouble,
): Promise<void> {
  await sql`
    with dead as (
      delete from transport_troubles where owner <> ${owner} and next_try_at < statement_timestamp() - interval '1 day'
    )
    insert into transport_troubles (owner, route_id, transport, reason, since, next_try_at)
    values (${owner}, ${routeId}, ${transport}, ${storableText(reason)}, statement_timestamp(),
      statement_timestamp() + make_interval(secs => ${restMs / 1000}::float8))
    on conflict (owner, route_id) do update
    set reason = excluded.reason, next_try_at = excluded.next_try_at`.execute(db)
}

export async function deleteTrouble(db: Db, { owner, routeId }: TroubleRef): Promise<void> {
  await sql`delete from transport_troubles where owner = ${owner} and route_id = ${routeId}`.execute(db)
}

/** After the death of a worker. Those of destinations are left to their next worker. */
export async function deleteTroublesOf(db: Db, owner: string): Promise<void> {
  await sql`
    delete from transport_troubles as t where t.owner = ${owner}
      and not exists (select from destinations as d where d.route_id = t.route_id)`.execute(db)
}

// A connection attempt may take more than a minute. After that the worker is assumed dead.
const STALE_AFTER = sql.raw(`interval '3 minutes'`)

/** Whether a trouble (row) still counts: the worker that wrote it may have died. */
export const isTroubleFresh = (row: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${row}.next_try_at`)} > statement_timestamp() - ${STALE_AFTER}`

/** Whether a transport rests: its next attempt is still to come. */
export const isResting = (row: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${row}.next_try_at`)} > statement_timestamp()`

/** The oldest trouble (row) of a route, for a lateral join. */
export const troubleOfRoute = (routeId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select t.reason, t.since, t.next_try_at from transport_troubles as t
  where t.route_id = ${routeId} and ${isTroubleFresh('t')} order by t.since limit 1`
