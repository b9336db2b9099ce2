// Selects the emails to send next by one transport. email_queue_due holds them in the order (route, project, lane, time
// due).
//
// Two statements. `listDueLanes` finds the projects and lanes in which anything is due, by jumping through the index
// from one to the next (a plain DISTINCT would read a whole campaign of a million). `claimEmails` claims from those
// lanes, each from a known time on: everything due before it has been claimed. Without that time every claim would walk
// over the index entries of all emails sent before, for as long as any transaction holds an old snapshot (a backup
// does): 113 instead of 20 µs per email after a minute, and more with each minute.
//
// Projects share the room equally. Transactional email of all projects goes before marketing email of any.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { FrequencyCapSetting } from '../../../platform/schemas/frequency-cap.schema.ts'
import { executePrepared } from '../../../platform/db/prepared.ts'
import type { PreparedTarget } from '../../../platform/db/prepared.ts'
import type {
  CampaignId,
  ContactId,
  ContentId,
  EmailId,
  ProjectId,
  TemplateId,
  TopicId,
} from '../../../platform/ids.ts'
import type { SendingLimits } from '../../projects/index.ts'
import { suppressionInForce } from '../../suppressions/index.ts'
import { isContactPaused, subscriptionOf } from '../gates/recipient-gates.queries.ts'
import type { RecipientFacts, TopicState } from '../gates/recipient-gates.ts'
import type { EmailRef } from './email-ref.ts'
import { IS_NOT_PARKED } from './parked.queries.ts'
import { LANE_NUMBERS, laneOf } from './retry-schedule.ts'
import type { Lane } from './retry-schedule.ts'
import { MOST_COUNTED, SUSPECT_FROM } from './suspects.ts'
import { topicCap, topicState } from './topic-state.queries.ts'

/** The row that an email is composed from. */
export type EmailToCompose = {
  project_id: ProjectId
  id: EmailId
  content_id: ContentId
  address: string
  lane: 0 | 1
  source: string
  template_id: TemplateId | null
  campaign_id: CampaignId | null
  message_id: string | null
  recipients: unknown
  variables: Record<string, unknown>
  scheduled_for: Date | null
  /** The contact whose variables fill it; for a copy (cc, bcc) that of the recipient in `to`. */
  contact: ClaimedContact | null
}

export type ClaimedEmail = EmailToCompose & {
  contact_id: ContactId | null
  attempts: number
  /** How many workers in a row crashed or lost their lease while they had it, see suspects.ts. */
  lost_claims: number
  fence: number
  run_at: Date
  give_up_at: Date
  /** Since when the frequency cap holds it; null if it has not held it yet. */
  cap_held_since: Date | null
  suppressed_for: string | null
  subscription: RecipientFacts['subscription']
  is_contact_paused: boolean
  topic_state: TopicState
  topic_id: TopicId | null
  /** The frequency cap of its topic; null without one, and for transactional email. */
  topic_cap: FrequencyCapSetting | null
  /** Those of its project; null for transactional email, and without any cap and quiet hours. */
  limits: EmailLimits | null
  /** Why it has to wait, or is dropped; decided after the claim. */
  hold?: Hold | undefined
}

export type EmailLimits = SendingLimits & { timezone: string }

export type HeldFor = 'cap' | 'quiet_hours'

/** `since`: when the cap began to hold the email. */
export type Hold =
  | { heldFor: 'quiet_hours'; until: Date }
  | { heldFor: 'cap'; until: Date; since: Date }
  | { heldFor: null; isDropped: true }

export type ClaimedContact = {
  id: ContactId
  email: string
  subscribed: boolean
  data: Record<string, unknown>
}

/** A lane of a project in which email may be due, and the time from which to look. */
export type DueLane = { projectId: ProjectId; lane: Lane; from: Date }

export type ClaimOptions = {
  lanes: readonly DueLane[]
  owner: string
  /** The most emails to claim. */
  room: number
  leaseSeconds: number
  /** The transport that the emails wait for. */
  routeId: number
  transport: string
  /** Emails per second and project; 0 = no limit. */
  ratePerSecond: number
  /** Restricts the claim to these emails. Without it, emails that may crash their workers are left out (suspects.ts). */
  only?: readonly EmailId[]
}

/** `limited`: projects with due email but no tokens left. */
export type Claim = { emails: ClaimedEmail[]; limited: ReadonlySet<ProjectId> }

type Allowance = { project_id: ProjectId; tokens: number }

/** The columns of EmailToCompose: from `c`, which has those of email_queue, and its contact `k`. */
export const COMPOSE_COLUMNS = sql.raw(`
  c.project_id, c.email_id as id, c.content_id, c.address, c.lane, c.source, c.template_id, c.campaign_id, c.message_id,
  c.recipients, c.variables, c.scheduled_for, case when k.id is not null then
    json_build_object('id', k.id, 'email', k.email, 'subscribed', k.subscribed, 'data', k.data) end as contact`)
export const CONTACT_OF_EMAIL = sql.raw(`
  left join contacts as k on k.project_id = c.project_id
    and k.id = coalesce(c.contact_id, (c.recipients ->> 'contactId')::uuid)`)

/**
 * Lists every lane in which email is due, with the time of its first. A recursive query asks the index for the first
 * entry of the next greater (project, lane) until there is none.
 */
export async function listDueLanes(db: Db, routeId: number): Promise<DueLane[]> {
  const { rows } = await sql<{ projectId: ProjectId; lane: number; from: Date }>`
    with recursive lanes (project_id, lane, run_at) as (
      (select project_id, lane, run_at from email_queue where route_id = ${routeId}
      order by project_id, lane, run_at limit 1)
      union all
      select next.* from lanes as l cross join lateral (
        select project_id, lane, run_at from email_queue
        where route_id = ${routeId} and (project_id, lane) > (l.project_id, l.lane)
        order by project_id, lane, run_at limit 1
      ) as next
    )
    select l.project_id as "projectId", l.lane, l.run_at as from from lanes as l
    join projects as p on p.id = l.project_id
    where p.disabled_at is null and l.run_at <= clock_timestamp()`.execute(db)
  return rows.map((row) => ({ ...row, lane: laneOf(row.lane) }))
}

/**
 * Lists the lanes in which email became due since a time. It asks for each project, because a jump from lane to lane
 * would walk over the dead entries of every lane.
 */
export async function listDueLanesSince(
  db: Db,
  { routeId, since }: { routeId: number; since: Date },
): Promise<DueLane[]> {
  const { rows } = await sql<{ projectId: ProjectId; lane: number; from: Date }>`
    select p.id as "projectId", l.lane, first.run_at as from
    from projects as p cross join unnest(${Object.values(LANE_NUMBERS)}::smallint[]) as l (lane)
    cross join lateral (
      select run_at from email_queue as q
      where q.route_id = ${routeId} and q.project_id = p.id and q.lane = l.lane and q.run_at between ${since} and statement_timestamp()
      order by run_at limit 1
    ) as first
    where p.disabled_at is null`.execute(db)
  return rows.map((row) => ({ ...row, lane: laneOf(row.lane) }))
}

/** The condition of the index email_queue_suspects. */
const IS_SUSPECT = sql`lost_claims >= ${sql.lit(SUSPECT_FROM)}`

/** An email to try alone, and its lane from its time on. */
export type Suspect = DueLane & { emailId: EmailId }

/**
 * Finds the next due email that may crash its worker: one with the fewest lost claims, so that harmless ones do not wait
 * for the culprit. None while any worker has one: if that worker crashes, the culprit must be known.
 */
export async function findSuspect(db: Db, routeId: number): Promise<Suspect | undefined> {
  const { rows } = await sql<Omit<Suspect, 'lane'> & { lane: number }>`
    with suspects as materialized (
      select *, coalesce(lease_until > statement_timestamp(), false) as is_held, ${IS_NEXT} as is_next
      from email_queue where ${IS_SUSPECT}
    )
    select s.project_id as "projectId", s.email_id as "emailId", s.lane, s.run_at as from
    from suspects as s join projects as p on p.id = s.project_id and p.disabled_at is null
    where s.route_id = ${routeId} and s.run_at <= statement_timestamp() and s.is_next and ${IS_NOT_PARKED}
      and not exists (select from suspects where is_held)
      and not (s.lane = ${sql.lit(LANE_NUMBERS.marketing)} and ${isPaused(sql`s.project_id`)})
    order by s.lost_claims, s.run_at limit 1`.execute(db)
  const [row] = rows
  return row && { ...row, lane: laneOf(row.lane) }
}

/** Whether the marketing email of the project is paused. */
export const isPaused = (projectId: RawBuilder<unknown>) =>
  sql`exists (select from project_health as h where h.project_id = ${projectId} and h.state = 'PAUSED')`

/** Claims due emails for this worker in one transaction; two workers never get the same email. */
export async function claimEmails(trx: Trx, options: ClaimOptions): Promise<Claim> {
  const waiting = projectsOf(options)
  if (waiting.length === 0) return { emails: [], limited: new Set() }
  const allowances =
    options.ratePerSecond === 0 ? allowAll(options) : await refillBuckets(trx, { ...options, waiting })
  const ready = allowances.filter(({ tokens }) => tokens >= 1)
  const emails = ready.length === 0 ? [] : (await claimStatement({ ...options, ready }).execute(trx)).rows
  const limited = allowances.filter(({ tokens }) => tokens < 1).map((one) => one.project_id)
  return { emails, limited: new Set(limited) }
}

/** claimEmails without a rate limit: one statement, which every connection plans once. */
export async function claimWithoutRate(target: PreparedTarget, options: ClaimOptions): Promise<Claim> {
  const ready = allowAll(options)
  const emails =
    ready.length === 0
      ? []
      : await executePrepared(target, 'claim-emails', claimStatement({ ...options, ready }))
  return { emails, limited: new Set() }
}

/** Enough for a steady stream, and little enough that a minute carries hardly more than sixty times the rate. */
const BURST_SECONDS = 0.5

/**
 * Refills one bucket per project and transport, shared by all workers; the rows stay locked until the claim is charged.
 * A negative balance, which older versions wrote, counts as zero.
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

type RatedClaim = ClaimOptions & { ready: readonly Allowance[] }

function claimStatement(options: RatedClaim): RawBuilder<ClaimedEmail> {
  const { owner, leaseSeconds, transport, ratePerSecond } = options
  return sql<ClaimedEmail>`
    with ${dueParts(options)}, claimed as (
      update email_queue as q set status = 'SENDING', lease_owner = ${owner}, fence = q.fence + 1,
        attempts = least(q.attempts::integer + 1, ${MOST_COUNTED}),
        -- Its last worker let the lease expire.
        lost_claims = case when q.status = 'SENDING' then least(q.lost_claims::integer + 1, ${MOST_COUNTED}) else q.lost_claims end,
        lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds}), held_for = null
      from due where q.project_id = due.project_id and q.email_id = due.email_id
      returning q.*
    ), spent as (
      update send_buckets as b set tokens = b.tokens - used.count
      from (select project_id, count(*) from claimed group by project_id) as used
      where b.project_id = used.project_id and b.transport = ${transport} and ${ratePerSecond > 0}
    )
    select ${COMPOSE_COLUMNS}, c.contact_id, c.attempts, c.lost_claims, c.fence, c.run_at, c.give_up_at, c.cap_held_since,
      s.reason as suppressed_for, ${subscriptionOf('k')} as subscription, ${isContactPaused('k')} as is_contact_paused,
      ${topicState} as topic_state, c.topic_id, ${topicCap} as topic_cap,
      case when c.lane = ${sql.lit(LANE_NUMBERS.marketing)} then a.limits end as limits
    from claimed as c join allowance as a on a.project_id = c.project_id ${CONTACT_OF_EMAIL}
    left join suppressions as s on s.project_id = c.project_id and s.email = c.address and ${suppressionInForce('s')}`
}

/** Locks the emails that a claim would select, without the rate limit, to find out which of them the database rejects. */
export async function lockDue(trx: Trx, options: ClaimOptions): Promise<EmailRef[]> {
  const ready = allowAll(options)
  if (ready.length === 0) return []
  const { rows } = await sql<EmailRef>`
    with ${dueParts({ ...options, ready })} select project_id as "projectId", email_id as "emailId" from due`.execute(
    trx,
  )
  return rows
}

const projectsOf = ({ lanes }: ClaimOptions): ProjectId[] => [
  ...new Set(lanes.map(({ projectId }) => projectId)),
]

/** Without a rate, each project may use all the room. */
const allowAll = (options: ClaimOptions): Allowance[] =>
  projectsOf(options).map((projectId) => ({ project_id: projectId, tokens: options.room }))

/** The limits of a project `p`; null without a cap, also of a topic, and without quiet hours. Served by topics_capped. */
const LIMITS = sql.raw(`case when p.frequency_cap is not null or p.quiet_hours is not null
  or exists (select from topics as t where t.project_id = p.id and t.frequency_cap is not null) then json_build_object(
  'frequencyCap', p.frequency_cap, 'quietHours', p.quiet_hours, 'holdAtMostHours', p.hold_at_most_hours, 'timezone', p.timezone) end`)

/** Parts of a statement: the relation `due` (project_id, email_id) with at most `room` emails. */
function dueParts({ room, ready, lanes, only, routeId }: RatedClaim): RawBuilder<unknown> {
  const share = Math.max(1, Math.ceil(room / ready.length))
  const from = (lane: Lane): (Date | null)[] => {
    const known = new Map(lanes.filter((one) => one.lane === lane).map((one) => [one.projectId, one.from]))
    return ready.map((one) => known.get(one.project_id) ?? null)
  }
  const leftOver = sql`a.tokens - (select count(*) from transactional as t where t.project_id = a.project_id)`
  return sql`allowance as materialized (
      select a.project_id, least(a.tokens, ${share}) as tokens, a.transactional_from,
        case when not ${isPaused(sql`a.project_id`)} then a.marketing_from end as marketing_from, ${LIMITS} as limits
      from unnest(${ready.map((one) => one.project_id)}::uuid[], ${ready.map((one) => one.tokens)}::int[],
        ${from('transactional')}::timestamptz[], ${from('marketing')}::timestamptz[]
      ) as a (project_id, tokens, transactional_from, marketing_from)
      join projects as p on p.id = a.project_id and p.disabled_at is null
      order by random()
    ), transactional as materialized (
      ${dueOf('transactional', { most: sql`a.tokens`, only, routeId })} limit ${room}
    ), marketing as materialized (
      ${dueOf('marketing', { most: leftOver, only, routeId })} limit greatest(0, ${room} - (select count(*) from transactional))
    ), due as (table transactional union all table marketing)`
}

/**
 * Whether the email that has to be sent first (after_email_id) is out of the way. One that was deferred, rescheduled, held
 * or parked is not waited for: it may take days. Two that were held until the same time keep their order. Few rows name another one; it is found by the primary key. Not written as
 * NOT EXISTS, for which the planner may hash the whole queue.
 */
const IS_NEXT = sql`(after_email_id is null or coalesce((
  select not (before.status in ('QUEUED', 'SENDING') or (before.held_for is not null and before.run_at <= statement_timestamp()))
    or not (before.${IS_NOT_PARKED}) from email_queue as before
  where before.project_id = email_queue.project_id and before.email_id = email_queue.after_email_id), true))`

type LaneOptions = { most: RawBuilder<unknown>; only: readonly EmailId[] | undefined; routeId: number }

/**
 * The due emails of one lane, oldest first, at most `most` per project of the allowance. It compares with
 * statement_timestamp(), which can bound the index scan: clock_timestamp() would be compared row by row, also with all
 * emails scheduled for later.
 */
function dueOf(lane: Lane, { most, only, routeId }: LaneOptions): RawBuilder<unknown> {
  const isChosen =
    only === undefined ? sql`lost_claims < ${sql.lit(SUSPECT_FROM)}` : sql`email_id = any(${only}::uuid[])`
  return sql`
    select due.project_id, due.email_id from allowance as a cross join lateral (
      select project_id, email_id from email_queue
      where route_id = ${routeId} and project_id = a.project_id and lane = ${sql.lit(LANE_NUMBERS[lane])}
        and run_at between a.${sql.ref(`${lane}_from`)} and statement_timestamp()
        and (lease_until is null or lease_until <= statement_timestamp()) and ${IS_NOT_PARKED} and ${isChosen}
        and ${IS_NEXT}
      order by run_at limit greatest(0, ${most}) for update skip locked
    ) as due`
}
