import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { newId } from '../../../platform/ids.ts'
import type { ContactId, EmailId, EventId, ProjectId } from '../../../platform/ids.ts'
import { storableText } from '../../../platform/storable-text.ts'
import { contactIfThere, insertEvents } from '../../events/index.ts'
import { unlessHeld } from '../queue/campaign-emails.queries.ts'
import { insertTally } from '../tally/tally.queries.ts'
import { endGone } from './end.queries.ts'
import { insertNotes } from './notes.queries.ts'
import type { AttemptOutcome } from './outcome.ts'

/** An outcome with the email it is about. */
export type EmailOutcome = AttemptOutcome & {
  projectId: ProjectId
  emailId: EmailId
  contactId: ContactId | null
  address: string
  fence: number
  attempt: number
  /** As it was rendered; null when it was not. */
  subject: string | null
  /** Acted out by a test recipient: real in its own record, and counted nowhere. */
  isActed: boolean
  at: Date
}

/**
 * Writes many outcomes at once: the email itself, which leaves the queue or is put off; what its page tells beyond that,
 * and the event, where there is more to tell than "taken"; and the tally of the hour, from which a project's health is
 * read. The fence keeps a worker that lost its lease from overwriting what its successor did: whoever is not among the
 * ids returned was too late.
 *
 * `given` locks the emails in the order in which everybody does; what follows alone would in any order that its plan has.
 */
export function recordOutcomes(
  owner: string,
  outcomes: readonly EmailOutcome[],
): RawBuilder<{ id: EmailId }> {
  const rows = JSON.stringify(outcomes.map(toRow))
  const isOurs = sql`q.project_id = g.project_id and q.email_id = g.id and q.fence = g.fence and q.lease_owner = ${owner}`
  return sql<{ id: EmailId }>`
    with reported as (
      select * from jsonb_to_recordset(${rows}::jsonb) as o (project_id uuid, id uuid, fence int, status text,
        retry_at timestamptz, reply jsonb, reason text, subject text, event_id uuid, data jsonb, is_acted boolean, at timestamptz,
        is_waiting boolean)
    ), given as materialized (
      select g.*, q.reason as reason_before from reported as g join email_queue as q on ${isOurs} order by q.project_id, q.email_id for update of q
    ), gone as (
      delete from email_queue as q using given as g where ${isOurs} and g.retry_at is null
      returning q.*, g.status as end_status, g.reason as end_reason, g.reply as end_reply, g.subject as end_subject,
        g.at as ended_at, g.event_id, g.is_acted,
        -- Filters ask which campaign bounced.
        case when g.event_id is null or q.campaign_id is null then g.data
          else g.data || jsonb_build_object('campaignId', q.campaign_id) end as data
    ), ${endGone()}, deferred as (
      update email_queue as q set status = 'DEFERRED', run_at = ${unlessHeld(sql`g.retry_at`)}, lease_owner = null, lease_until = null,
        last_reply = coalesce(g.reply, q.last_reply), reason = g.reason, lost_claims = 0,
        attempts = case when g.is_waiting then greatest(0, q.attempts - 1) else q.attempts end
      from given as g where ${isOurs} and g.retry_at is not null
      returning q.project_id, q.email_id, q.contact_id, q.status,
        -- That it still waits for the same reason was told before.
        case when g.is_waiting and g.reason = g.reason_before then null else g.event_id end as event_id, g.data, g.is_acted, g.at
    ), recorded as (
      select project_id, email_id, contact_id, end_status as status, event_id, data, is_acted, ended_at as at from gone
      union all select * from deferred
    ), told as (select *, lower(status) as type from recorded where event_id is not null
    ), noted as (${insertNotes(sql`select project_id, email_id, event_id, type, data, at from told`)}
    ), announced as (${insertEvents(sql`
      select project_id, event_id, 'email.' || type, ${contactIfThere(sql`t.project_id`, sql`t.contact_id`)}, email_id, data, at
      from told as t where status <> 'CANCELLED'`)}
    ), tallied as (${insertTally(sql`select project_id, at, lower(status), 1 from recorded
      where not is_acted and status <> 'CANCELLED'`)})
    select email_id as id from recorded`
}

const ORDINARY = new Set<AttemptOutcome['status']>(['SENT', 'DELIVERED'])

function toRow(outcome: EmailOutcome) {
  const { status, reply, reason, retryAt, attempt, at } = outcome
  return {
    project_id: outcome.projectId,
    id: outcome.emailId,
    fence: outcome.fence,
    status,
    retry_at: retryAt,
    reply: reply ? { ...reply, text: storableText(reply.text), at } : null,
    reason: reason === undefined ? null : storableText(reason),
    subject: outcome.subject === null ? null : storableText(outcome.subject),
    event_id: ORDINARY.has(status) ? null : newId<EventId>(at),
    data: {
      attempt,
      class: outcome.class,
      reason: reason && storableText(reason),
      reply: reply ? { ...reply, text: storableText(reply.text) } : undefined,
      retryAt,
    },
    is_acted: outcome.isActed,
    is_waiting: outcome.isWaiting ?? false,
    at,
  }
}
