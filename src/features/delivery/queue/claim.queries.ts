// Which mails leave next. While a worker has a mail, run_at is the end of its lease, so one condition finds everything
// that is due: what waits, what was deferred, what was scheduled, and what a dead worker left behind.
//
// Fair among projects: first the projects that have anything waiting are found by jumping through emails_waiting from
// one project_id to the next (a plain DISTINCT would read a whole campaign of a million), then each gives up to its
// share. Transactional mail of all projects goes before marketing mail of any.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ContactId, ContentId, EmailId, ProjectId, TemplateId } from '../../../platform/ids.ts'
import { IS_NOT_PARKED } from './parked.queries.ts'

/** As emails_waiting has it: the planner uses the index only for this very condition. */
const WAITING = sql.raw("status in ('QUEUED', 'SCHEDULED', 'DEFERRED', 'SENDING')")

/** What a mail is made from. */
export type EmailToMake = {
  project_id: ProjectId
  id: EmailId
  content_id: ContentId
  address: string
  lane: 0 | 1
  source: string
  template_id: TemplateId | null
  message_id: string
  recipients: unknown
  variables: Record<string, unknown>
  created_at: Date
  give_up_at: Date
  /** Whose variables fill it: the contact, or of a copy (cc, bcc) the contact that the message is for. */
  contact: ClaimedContact | null
}

export type ClaimedEmail = EmailToMake & {
  contact_id: ContactId | null
  attempts: number
  fence: number
  suppressed_for: string | null
}

export type ClaimedContact = {
  id: ContactId
  email: string
  subscribed: boolean
  data: Record<string, unknown>
}

export type ClaimOptions = {
  owner: string
  /** How many mails this worker has room for. */
  room: number
  leaseSeconds: number
  transport: string
  /** Mails a second a project; 0 = no limit. */
  ratePerSecond: number
  /** Of what is due, these only. */
  only?: readonly EmailId[]
}

/** `isLimited`: of some project nothing could be taken for want of tokens. */
export type Claim = { emails: ClaimedEmail[]; isLimited: boolean }

type Allowance = { project_id: ProjectId; tokens: number }

/** What a mail is made from: columns of emails as `c` and of its contact as `k`. */
export const MAKING = sql.raw(`
  c.project_id, c.id, c.content_id, c.address, c.lane, c.source, c.template_id, c.message_id, c.recipients, c.variables,
  c.created_at, c.give_up_at, case when k.id is not null then
    json_build_object('id', k.id, 'email', k.email, 'subscribed', k.subscribed, 'data', k.data) end as contact`)
export const CONTACT_OF_MAIL = sql.raw(`
  left join contacts as k on k.project_id = c.project_id
    and k.id = coalesce(c.contact_id, (c.recipients ->> 'contactId')::uuid)`)

/** Takes due mails for this worker. One transaction; two workers never get the same mail. */
export async function claimEmails(trx: Trx, options: ClaimOptions): Promise<Claim> {
  const waiting = await listWaitingProjects(trx)
  if (waiting.length === 0) return { emails: [], isLimited: false }
  const allowances =
    options.ratePerSecond === 0
      ? waiting.map((projectId) => ({ project_id: projectId, tokens: options.room }))
      : await refillBuckets(trx, { waiting, ...options })
  const ready = allowances.filter(({ tokens }) => tokens >= 1)
  const emails = ready.length === 0 ? [] : await takeDue(trx, { ready, ...options })
  return { emails, isLimited: ready.length < waiting.length }
}

/**
 * Projects that have something due. A recursive query asks the index for the next greater project_id until there is
 * none; of each, two looks into the index tell whether anything of a lane is due.
 */
async function listWaitingProjects(trx: Trx): Promise<ProjectId[]> {
  const { rows } = await sql<{ project_id: ProjectId }>`
    with recursive waiting (project_id) as (
      (select project_id from emails where ${WAITING} order by project_id limit 1)
      union all
      select (select e.project_id from emails as e where ${WAITING} and e.project_id > w.project_id order by e.project_id limit 1)
      from waiting as w where w.project_id is not null
    )
    select w.project_id from waiting as w join projects as p on p.id = w.project_id
    where p.disabled_at is null and (${isDue(0)} or (${isDue(1)} and not ${isPaused(sql`w.project_id`)}))`.execute(
    trx,
  )
  return rows.map((row) => row.project_id)
}

/**
 * Whether the first of the lane is due. Not an EXISTS: of that the planner expects a hit in the first rows of the table
 * and reads it from its beginning (67 ms at 100,000 mails, and more with each).
 */
const isDue = (lane: 0 | 1): RawBuilder<unknown> => sql`(
  select e.run_at from emails as e where e.project_id = w.project_id and e.lane = ${lane} and ${WAITING}
  order by e.run_at limit 1) <= clock_timestamp()`

/** Its marketing mail is held back because too much of its mail came back (project_health). */
const isPaused = (projectId: RawBuilder<unknown>): RawBuilder<unknown> => sql`exists (
  select from project_health as h where h.project_id = ${projectId} and h.state = 'PAUSED')`

/** Half a second's worth: enough for a steady stream, little enough that a minute carries sixty times the rate. */
const BURST_SECONDS = 0.5

/**
 * One bucket per project and transport, for all workers; the rows stay locked until what was claimed is paid for. It holds
 * no debt: without a rate nothing is paid, and one that older versions ran up is forgiven.
 */
async function refillBuckets(
  trx: Trx,
  { waiting, transport, ratePerSecond }: ClaimOptions & { waiting: readonly ProjectId[] },
): Promise<Allowance[]> {
  const burst = Math.max(1, ratePerSecond * BURST_SECONDS)
  const { rows } = await sql<Allowance>`
    insert into send_buckets as b (project_id, transport, tokens, refilled_at)
    select project_id, ${transport}, ${burst}::float8, clock_timestamp() from unnest(${waiting}::uuid[]) as w (project_id)
    order by project_id
    on conflict (project_id, transport) do update set refilled_at = clock_timestamp(), tokens = least(${burst}::float8,
      greatest(0, b.tokens) + greatest(0, extract(epoch from clock_timestamp() - b.refilled_at))::float8 * ${ratePerSecond}::float8)
    returning project_id, floor(tokens)::int as tokens`.execute(trx)
  return rows
}

type Taking = ClaimOptions & { ready: readonly Allowance[] }

// The largest smallint. An email whose workers die again and again is counted no further, rather than refused.
const MOST_ATTEMPTS = 32_767

async function takeDue(trx: Trx, options: Taking): Promise<ClaimedEmail[]> {
  const { owner, leaseSeconds, transport, ratePerSecond } = options
  const { rows } = await sql<ClaimedEmail>`
    with ${dueParts(options)}, claimed as (
      update emails as e set status = 'SENDING', lease_owner = ${owner}, fence = e.fence + 1,
        attempts = least(e.attempts::integer + 1, ${MOST_ATTEMPTS}),
        run_at = clock_timestamp() + make_interval(secs => ${leaseSeconds})
      from due
      where e.project_id = due.project_id and e.id = due.id
      returning e.*
    ), spent as (
      update send_buckets as b set tokens = b.tokens - used.count
      from (select project_id, count(*) from claimed group by project_id) as used
      where b.project_id = used.project_id and b.transport = ${transport} and ${ratePerSecond > 0}
    )
    select ${MAKING}, c.contact_id, c.attempts, c.fence, s.reason as suppressed_for
    from claimed as c ${CONTACT_OF_MAIL}
    left join suppressions as s on s.project_id = c.project_id and s.email = c.address
      and (s.expires_at is null or s.expires_at > clock_timestamp())`.execute(trx)
  return rows
}

/** What a claim would take, locked for the moment; the rate is not asked. For who has to find out which of them is refused. */
export async function listDue(trx: Trx, options: ClaimOptions): Promise<EmailRef[]> {
  const waiting = await listWaitingProjects(trx)
  const ready = waiting.map((projectId) => ({ project_id: projectId, tokens: options.room }))
  if (ready.length === 0) return []
  const { rows } = await sql<EmailRef>`
    with ${dueParts({ ...options, ready })} select project_id as "projectId", id as "emailId" from due`.execute(
    trx,
  )
  return rows
}

/** The relation `due` (project_id, id), at most `room` emails, and what it is made from. */
function dueParts({ room, ready, only }: Taking): RawBuilder<unknown> {
  const share = Math.max(1, Math.ceil(room / ready.length))
  const leftOver = sql`a.tokens - (select count(*) from transactional as t where t.project_id = a.project_id)`
  return sql`allowance as materialized (
      select project_id, least(tokens, ${share}) as tokens, ${isPaused(sql`a.project_id`)} as is_paused
      from unnest(${ready.map((one) => one.project_id)}::uuid[], ${ready.map((one) => one.tokens)}::int[]) as a (project_id, tokens)
      order by random()
    ), transactional as materialized (
      ${dueOfLane(0, { most: sql`a.tokens`, only })} limit ${room}
    ), marketing as materialized (
      ${dueOfLane(1, { most: sql`case when not a.is_paused then ${leftOver} end`, only })}
      limit greatest(0, ${room} - (select count(*) from transactional))
    ), due as (table transactional union all table marketing)`
}

type OfLane = { most: RawBuilder<unknown>; only: readonly EmailId[] | undefined }

/**
 * The due mails of one lane, oldest first, at most `most` a project of the allowance. The time of the statement, because
 * the index can be asked for it: clock_timestamp() is compared row by row, also with all that is scheduled for later.
 */
function dueOfLane(lane: 0 | 1, { most, only }: OfLane): RawBuilder<unknown> {
  const chosen = only === undefined ? sql`` : sql`and id = any(${only}::uuid[])`
  return sql`
    select due.project_id, due.id from allowance as a cross join lateral (
      select project_id, id from emails
      where project_id = a.project_id and lane = ${lane} and ${WAITING} and run_at <= statement_timestamp()
        and ${IS_NOT_PARKED} ${chosen}
      order by run_at limit greatest(0, ${most}) for update skip locked
    ) as due`
}

// Beyond it the exact number helps nobody, and counting takes longer than a scrape should.
const MOST_COUNTED = 100_000

/** How many mails wait, by state; at most MOST_COUNTED in all. */
export async function countWaiting(db: Db): Promise<{ status: string; count: number }[]> {
  const { rows } = await sql<{ status: string; count: number }>`
    select status, count(*) from (select status from emails where ${WAITING} limit ${MOST_COUNTED}) as waiting
    group by status`.execute(db)
  return rows
}

export type EmailRef = { projectId: ProjectId; emailId: EmailId }

/** The given mails as a table of pairs, so that the primary key finds them. */
const given = (refs: readonly EmailRef[]) =>
  sql`unnest(${refs.map((one) => one.projectId)}::uuid[], ${refs.map((one) => one.emailId)}::uuid[]) as given (project_id, id)`

/**
 * The part `ours` of a statement: those of the given emails that the worker still has, locked in the order in which
 * everybody locks emails.
 */
const lockOurs = ({ owner, refs }: { owner: string; refs: readonly EmailRef[] }) => sql`
  ours as materialized (
    select e.project_id, e.id from emails as e join ${given(refs)} on e.project_id = given.project_id and e.id = given.id
    where ${isOurs(owner)} order by e.project_id, e.id for no key update of e
  )`

const isOurs = (owner: string) => sql`e.lease_owner = ${owner} and e.status = 'SENDING'`

type Renewal = { owner: string; leaseSeconds: number; refs: readonly EmailRef[] }

/** Prolongs the leases of mails that are still under way; returns those that are still ours. */
export async function renewLeases(db: Db, { owner, leaseSeconds, refs }: Renewal): Promise<Set<EmailId>> {
  const { rows } = await sql<{ id: EmailId }>`
    with ${lockOurs({ owner, refs })}
    update emails as e set run_at = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    from ours where e.project_id = ours.project_id and e.id = ours.id and ${isOurs(owner)}
    returning e.id`.execute(db)
  return new Set(rows.map((row) => row.id))
}

/** For the only worker of a database: whatever is claimed was claimed by one that is dead. */
export async function releaseAllEmails(db: Db): Promise<void> {
  await sql`
    with abandoned as materialized (
      select project_id, id from emails where status = 'SENDING' and ${IS_NOT_PARKED}
      order by project_id, id for no key update
    )
    update emails as e set status = case when attempts > 1 then 'DEFERRED' else 'QUEUED' end, lease_owner = null,
      run_at = clock_timestamp()
    from abandoned as a where e.project_id = a.project_id and e.id = a.id and e.status = 'SENDING'`.execute(
    db,
  )
}

/** Gives back what was claimed and not begun, as if it had never been claimed. */
export async function releaseEmails(
  db: Db,
  { owner, refs }: { owner: string; refs: readonly EmailRef[] },
): Promise<void> {
  await sql`
    with ${lockOurs({ owner, refs })}
    update emails as e set status = case when e.attempts > 1 then 'DEFERRED' else 'QUEUED' end, lease_owner = null,
      attempts = e.attempts - 1, run_at = clock_timestamp()
    from ours where e.project_id = ours.project_id and e.id = ours.id and ${isOurs(owner)}`.execute(db)
}
