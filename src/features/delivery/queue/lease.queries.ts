// Leases of claimed emails. Claiming, renewing and releasing change no indexed column, so PostgreSQL writes the new
// version beside the old one and no index at all.
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/client.ts'
import type { EmailId } from '../../../platform/ids.ts'
import { givenClaims, givenEmails } from './email-ref.ts'
import type { ClaimRef, EmailRef } from './email-ref.ts'
import { IS_NOT_PARKED } from './parked.queries.ts'
import { MOST_COUNTED } from './suspects.ts'

/**
 * The part `ours` of a statement: those of the given emails that the worker still has, locked in the lock order of
 * emails.
 */
const lockOurs = ({ owner, refs }: { owner: string; refs: readonly EmailRef[] }) => sql`
  ours as materialized (
    select q.project_id, q.email_id from email_queue as q
    join ${givenEmails(refs)} on q.project_id = given.project_id and q.email_id = given.email_id
    where q.lease_owner = ${owner} order by q.project_id, q.email_id for no key update of q
  )`

/** The part `ours` for claims: an email that the worker has lost and claimed again is not among them. */
const lockClaims = ({ owner, refs }: { owner: string; refs: readonly ClaimRef[] }) => sql`
  ours as materialized (
    select q.project_id, q.email_id from email_queue as q
    join ${givenClaims(refs)}
      on q.project_id = given.project_id and q.email_id = given.email_id and q.fence = given.fence
    where q.lease_owner = ${owner} order by q.project_id, q.email_id for no key update of q
  )`

const isOurs = (owner: string) =>
  sql`q.project_id = ours.project_id and q.email_id = ours.email_id and q.lease_owner = ${owner}`

type Renewal = {
  owner: string
  leaseSeconds: number
  refs: readonly EmailRef[]
  /** Those that are composed and being handed over. */
  handedOver?: readonly EmailId[]
}

/**
 * Renews leases and returns the emails that are still ours. An email in flight on a live worker does not count as a
 * crash, however often the worker is restarted while a receiver takes its time.
 */
export async function renewLeases(
  db: Db,
  { owner, leaseSeconds, refs, handedOver = [] }: Renewal,
): Promise<Set<EmailId>> {
  const { rows } = await sql<{ id: EmailId }>`
    with ${lockOurs({ owner, refs })}
    update email_queue as q set lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds}),
      lost_claims = case when q.email_id = any(${handedOver}::uuid[]) then 0 else q.lost_claims end
    from ours where ${isOurs(owner)}
    returning q.email_id as id`.execute(db)
  return new Set(rows.map((row) => row.id))
}

const RELEASED =
  sql.raw(`status = case when q.attempts > 1 then 'DEFERRED' else 'QUEUED' end, lease_owner = null,
  lease_until = null`)

/** After the crash of a worker, which any of its emails may have caused (suspects.ts). */
const LOST = sql`${RELEASED}, lost_claims = least(q.lost_claims::integer + 1, ${sql.lit(MOST_COUNTED)})`

/** Releases all claimed emails. For the only worker of a database: every claim is that of a dead worker. */
export async function releaseAllEmails(db: Db): Promise<void> {
  await sql`
    with abandoned as materialized (
      select project_id, email_id from email_queue where status = 'SENDING' and ${IS_NOT_PARKED}
      order by project_id, email_id for no key update
    )
    update email_queue as q set ${LOST} from abandoned as a
    where q.project_id = a.project_id and q.email_id = a.email_id and q.status = 'SENDING'`.execute(db)
}

/** Releases the emails of a dead worker, so that others may claim them at once. */
export async function releaseDeadWorker(db: Db, owner: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with abandoned as materialized (
      select project_id, email_id from email_queue
      where status = 'SENDING' and lease_owner = ${owner} and ${IS_NOT_PARKED}
      order by project_id, email_id for no key update
    ), released as (
      update email_queue as q set ${LOST} from abandoned as a
      where q.project_id = a.project_id and q.email_id = a.email_id and q.lease_owner = ${owner}
      returning q.email_id
    ) select count(*) as count from released`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Releases emails that were not started, as if they had never been claimed. The fence is checked too: the worker may
 * have lost an email, claimed it again, and be sending it by that claim.
 */
export async function releaseEmails(
  db: Db,
  { owner, refs }: { owner: string; refs: readonly ClaimRef[] },
): Promise<void> {
  await sql`
    with ${lockClaims({ owner, refs })}
    update email_queue as q set ${RELEASED}, attempts = q.attempts - 1 from ours where ${isOurs(owner)}`.execute(
    db,
  )
}

/** Releases emails that were not started, for the engine of another transport. The fence is checked as above. */
export async function moveEmails(
  db: Db,
  { owner, refs }: { owner: string; refs: readonly (ClaimRef & { routeId: number })[] },
): Promise<void> {
  await sql`
    with ${lockClaims({ owner, refs })}
    update email_queue as q set ${RELEASED}, attempts = q.attempts - 1, route_id = route.id
    from ours
    join unnest(${refs.map((one) => one.emailId)}::uuid[], ${refs.map((one) => one.routeId)}::int[]) as route (email_id, id)
      on route.email_id = ours.email_id
    where ${isOurs(owner)}`.execute(db)
}

// Beyond it the exact number is useless, and counting takes longer than a scrape should.
const MOST_WAITING = 100_000

/** How many emails wait, by state; at most MOST_WAITING in all. */
export async function countWaiting(db: Db): Promise<{ status: string; count: number }[]> {
  const { rows } = await sql<{ status: string; count: number }>`
    select status, count(*) from (select status from email_queue limit ${MOST_WAITING}) as waiting
    group by status`.execute(db)
  return rows
}
