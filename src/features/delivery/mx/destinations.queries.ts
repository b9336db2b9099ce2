// The destinations of own delivery, as people see them.
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/client.ts'
import type { TransportId } from '../../../platform/ids.ts'
import { troubleOfRoute } from '../../transports/index.ts'
import { TODAY } from './warm-up.queries.ts'

export type DestinationRow = {
  name: string
  waiting: number
  trouble: { reason: string; since: string; nextTryAt: string } | null
  warmUp: { localAddress: string; day: number; used: number }[]
}

// Beyond it the exact number is useless, and counting takes longer than a page should.
const MOST_WAITING = 10_000

const MOST_SHOWN = 100

/** Those of a transport; null: of MAIL_TRANSPORT. */
export async function listDestinations(db: Db, transportId: TransportId | null): Promise<DestinationRow[]> {
  const { rows } = await sql<DestinationRow>`
    select d.name, w.waiting,
      case when t.reason is not null then
        json_build_object('reason', t.reason, 'since', t.since, 'nextTryAt', t.next_try_at) end as trouble,
      (select coalesce(json_agg(json_build_object('localAddress', u.local_address, 'day', ${TODAY} - u.began_on + 1,
          'used', case when u.day = ${TODAY} then u.used else 0 end) order by u.local_address), '[]')
        from warm_ups as u where u.route_id = d.route_id) as "warmUp"
    from destinations as d
    left join lateral (${troubleOfRoute(sql`d.route_id`)}) as t on true
    cross join lateral (
      select count(*)::int as waiting
      from (select from email_queue as q where q.route_id = d.route_id limit ${MOST_WAITING}) as counted
    ) as w
    where d.transport_id is not distinct from ${transportId}::uuid
    order by t.reason is null, w.waiting desc, d.name limit ${MOST_SHOWN}`.execute(db)
  return rows
}
