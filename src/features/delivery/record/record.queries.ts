import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { reportsComplaints } from '../../../platform/email/feedback/complaint-receivers.ts'
import { replyText } from '../../../platform/email/smtp/replies/reply-text.ts'
import { newId } from '../../../platform/ids.ts'
import type { ContactId, EmailId, EventId, ProjectId } from '../../../platform/ids.ts'
import { storableText } from '../../../platform/text/storable-text.ts'
import { existingContactId, insertEvents } from '../../events/index.ts'
import { unlessHeld } from '../queue/campaign-emails.queries.ts'
import { giveUpAt } from '../queue/retry-schedule.ts'
import { REPORTABLE, REPUTATION } from '../tally/reportable.ts'
import { groupableReply, standingOf, whatOf } from '../tally/standing.ts'
import type { Via } from '../tally/standing.ts'
import { insertReplyNotes } from '../tally/reply-notes.queries.ts'
import { insertTallies } from '../tally/tally.queries.ts'
import { moveToRecord } from './end.queries.ts'
import { asJsonTime, insertNotes } from './notes.queries.ts'
import type { AttemptOutcome } from './outcome.ts'

export type EmailOutcome = AttemptOutcome & {
  projectId: ProjectId
  emailId: EmailId
  contactId: ContactId | null
  address: string
  fence: number
  attempt: number
  /** The transport of a project; undefined: MAIL_TRANSPORT. */
  transport?: string | undefined
  /** The way that the attempt took; undefined if there was none. */
  via?: Via | undefined
  /** The rendered subject; null if the email was not composed. */
  subject: string | null
  /** An email to a test recipient, or a probe: stored in its record, and counted nowhere. */
  isSimulated: boolean
  at: Date
}

/**
 * Writes many outcomes at once: the email, which ends or is deferred; its note and event, unless it was simply
 * accepted; and the tally of the hour, from which the health of a project is computed. The fence prevents a worker that
 * lost its lease from overwriting the result of its successor: such emails are missing from the returned ids.
 */
export function recordOutcomes(
  owner: string,
  outcomes: readonly EmailOutcome[],
): RawBuilder<{ id: EmailId }> {
  return sql<{ id: EmailId }>`
    with ${givenParts(owner, outcomes)}, gone as (
      delete from email_queue as q using given as g where ${isHeldBy(owner)} and g.retry_at is null
      returning q.*, ${END_COLUMNS}, g.event_id,
        -- Filters ask whose emails bounced.
        case when g.event_id is null then g.data else g.data || email_origin(q.campaign_id, q.template_id, q.recipients) end as data
    ), ${moveToRecord()}, deferred as (
      update email_queue as q set status = g.status, run_at = ${unlessHeld(sql`g.retry_at`)}, lease_owner = null, lease_until = null,
        ${HOLD_COLUMNS},
        last_reply = coalesce(g.reply, q.last_reply), reason = g.reason, lost_claims = 0, route_id = coalesce(g.route_id, q.route_id),
        attempts = case when g.is_waiting then greatest(0, q.attempts - 1) else q.attempts end
      from given as g where ${isHeldBy(owner)} and g.retry_at is not null
      returning q.project_id, q.email_id, q.contact_id, q.status,
        -- No second event while it waits for the same reason.
        case when g.is_waiting and g.reason = g.reason_before then null else g.event_id end as event_id,
        case when g.held_for is null then g.data
          else g.data || jsonb_build_object('before', ${asJsonTime('g.scheduled_before')}) end as data, g.is_simulated, g.at, g.standing, g.reply_group
    ), recorded as (
      select project_id, email_id, contact_id, end_status as status, event_id, data, is_simulated, ended_at as at, standing,
        reply_group from gone
      union all select * from deferred
    ), with_event as (select *, ${NOTE_TYPE} as type from recorded where event_id is not null
    ), noted as (${insertNotes(sql`select project_id, email_id, event_id, type, data, at from with_event`)}
    ), announced as (${insertEvents(sql`
      select project_id, event_id, 'email.' || type, ${existingContactId(sql`t.project_id`, sql`t.contact_id`)}, email_id, data, at
      from with_event as t where status not in ('CANCELLED', 'SCHEDULED')`)}
    ), answered as (${insertReplyNotes(sql`select project_id, at, standing, reply_group from recorded where reply_group is not null`)}
    ), tallied as (${insertTallies(sql`select project_id, 'mail', at, lower(status), 1 from recorded
      where not is_simulated and status not in ('CANCELLED', 'SCHEDULED') union all ${REPORTABLES}
      union all select project_id, ${sql.lit(REPUTATION)}, at, standing, 1 from recorded where standing is not null`)})
    select email_id as id from recorded`
}

/**
 * recordOutcomes for batches of ordinary outcomes only, which most are. The parts of recordOutcomes that have nothing
 * to write would take a third of the statement's time.
 */
export const recordOrdinary = (
  owner: string,
  outcomes: readonly EmailOutcome[],
): RawBuilder<{ id: EmailId }> => sql<{ id: EmailId }>`
  with ${givenParts(owner, outcomes)}, gone as (
    delete from email_queue as q using given as g where ${isHeldBy(owner)} returning q.*, ${END_COLUMNS}
  ), ${moveToRecord({ isSent: true })}, tallied as (${insertTallies(sql`
    select project_id, 'mail', ended_at, lower(end_status), 1 from gone where not is_simulated union all ${REPORTABLES}
    union all select project_id, ${sql.lit(REPUTATION)}, ended_at, standing, 1 from gone where standing is not null`)})
  select email_id as id from gone`

/** A held email is SCHEDULED for the end of the hold, and may be retried for its full time from then on. */
const HOLD_COLUMNS = sql`held_for = g.held_for, cap_held_since = coalesce(g.cap_held_since, q.cap_held_since),
  scheduled_for = case when g.held_for is null then q.scheduled_for else g.retry_at end,
  give_up_at = greatest(q.give_up_at, g.give_up_at)`

const NOTE_TYPE = sql.raw(`case status when 'SCHEDULED' then 'held' else lower(status) end`)

/** The emails accepted by receivers that report complaints. */
const REPORTABLES = sql`
  select project_id, 'mail', ended_at, ${sql.lit(REPORTABLE)}, 1 from gone
  where not is_simulated and is_reportable and end_status in ('SENT', 'DELIVERED')`

const ORDINARY = new Set<AttemptOutcome['status']>(['SENT', 'DELIVERED'])

/** The email was accepted, which needs no note and no event. */
export const isOrdinary = ({ status }: EmailOutcome): boolean => ORDINARY.has(status)

const isHeldBy = (owner: string) =>
  sql`q.project_id = g.project_id and q.email_id = g.id and q.fence = g.fence and q.lease_owner = ${owner}`

const END_COLUMNS =
  sql.raw(`g.status as end_status, g.reason as end_reason, g.reply as end_reply, g.subject as end_subject,
  g.at as ended_at, g.is_simulated, g.is_reportable, g.standing, g.reply_group`)

/**
 * `given`: the outcomes of emails that this worker still has. It locks the emails in the lock order; the parts that
 * follow would lock them in the order of their plan.
 */
const givenParts = (owner: string, outcomes: readonly EmailOutcome[]) => sql`
  reported as (
    select * from jsonb_to_recordset(${JSON.stringify(outcomes.map(toRow))}::jsonb) as o (project_id uuid, id uuid, fence int,
      status text, retry_at timestamptz, reply jsonb, reason text, subject text, event_id uuid, data jsonb, is_simulated boolean,
      is_reportable boolean, at timestamptz, is_waiting boolean, route_id int, held_for text, cap_held_since timestamptz,
      give_up_at timestamptz, standing text, reply_group text)
  ), given as materialized (
    select g.*, q.reason as reason_before, q.scheduled_for as scheduled_before from reported as g join email_queue as q on ${isHeldBy(owner)}
    order by q.project_id, q.email_id for update of q
  )`

function toRow(outcome: EmailOutcome) {
  const { status, reply, reason, retryAt, at } = outcome
  return {
    project_id: outcome.projectId,
    id: outcome.emailId,
    fence: outcome.fence,
    status,
    retry_at: retryAt,
    reply: reply ? { ...reply, text: storableText(reply.text), at, ...viaOf(outcome) } : null,
    reason: reason === undefined ? null : storableText(reason),
    subject: outcome.subject === null ? null : storableText(outcome.subject),
    ...(!isOrdinary(outcome) && { event_id: newId<EventId>(at), data: detailsOf(outcome) }),
    is_simulated: outcome.isSimulated,
    is_reportable: reportsComplaints(outcome.address),
    ...standingsOf(outcome),
    is_waiting: outcome.isWaiting ?? false,
    route_id: outcome.routeId,
    held_for: outcome.heldFor,
    cap_held_since: outcome.capHeldSince,
    give_up_at: outcome.heldFor && retryAt && giveUpAt('marketing', retryAt),
    at,
  }
}

/** How the receiver took the email, and what it answered if it did not accept it. */
function standingsOf(outcome: EmailOutcome): { standing?: string; reply_group?: string } {
  const { via, status, address, isSimulated, reply, reason = '' } = outcome
  const what = via && whatOf(status)
  if (!what || isSimulated) return {}
  const standing = `${standingOf(address, via)} ${what}`
  return what === 'accepted'
    ? { standing }
    : { standing, reply_group: storableText(groupableReply(reply ? replyText(reply) : reason, address)) }
}

/** Only what a report that comes later cannot tell from the email. */
function viaOf({ via, address }: EmailOutcome): { via?: string } {
  if (!via || (via.destination === undefined && via.localAddress === undefined)) return {}
  const known = standingOf(address, via)
  return known === standingOf(address, { transportId: via.transportId }) ? {} : { via: known }
}

/** The data of the note and the event. */
const detailsOf = ({ attempt, transport, class: refusal, reason, reply, retryAt, heldFor }: EmailOutcome) =>
  heldFor
    ? { heldFor, reason, scheduledFor: retryAt }
    : {
        attempt,
        transport,
        class: refusal,
        reason: reason && storableText(reason),
        reply: reply ? { ...reply, text: storableText(reply.text) } : undefined,
        retryAt,
      }
