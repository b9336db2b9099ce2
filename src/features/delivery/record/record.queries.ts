import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { newId } from '../../../platform/ids.ts'
import type { ContactId, EmailId, EventId, ProjectId } from '../../../platform/ids.ts'
import { contactIfThere, insertEvents } from '../../events/index.ts'
import type { Outcome } from './outcome.ts'

/** An outcome with the mail it is about. */
export type EmailOutcome = Outcome & {
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
 * Writes many outcomes at once: the mail itself; what its page tells beyond that, and the event, where there is more to
 * tell than "taken"; and the tally of the hour, from which a project's health is read. The fence keeps a worker that
 * lost its lease from overwriting what its successor did: whoever is not among the ids returned was too late.
 *
 * `given` locks the emails in the order in which everybody does; the update alone would in any order that its plan has.
 */
export function recordOutcomes(
  owner: string,
  outcomes: readonly EmailOutcome[],
): RawBuilder<{ id: EmailId }> {
  const rows = JSON.stringify(outcomes.map(toRow))
  return sql<{ id: EmailId }>`
    with reported as (
      select * from jsonb_to_recordset(${rows}::jsonb) as o (project_id uuid, id uuid, fence int, status text,
        retry_at timestamptz, reply jsonb, reason text, subject text, event_id uuid, data jsonb, is_acted boolean, at timestamptz)
    ), given as materialized (
      select r.* from reported as r join emails as e on e.project_id = r.project_id and e.id = r.id
      where e.fence = r.fence and e.lease_owner = ${owner} order by e.project_id, e.id for no key update of e
    ), recorded as (
      update emails as e set status = g.status, lease_owner = null, run_at = coalesce(g.retry_at, e.run_at),
        last_reply = coalesce(g.reply, e.last_reply), reason = g.reason, subject = coalesce(g.subject, e.subject),
        sent_at = case when g.status in ('SENT', 'DELIVERED', 'COMPLAINED') then coalesce(e.sent_at, g.at) else e.sent_at end
      from given as g
      where e.project_id = g.project_id and e.id = g.id and e.fence = g.fence and e.lease_owner = ${owner}
      returning e.project_id, e.id, e.contact_id, e.status, g.event_id, g.data, g.is_acted, g.at
    ), told as (
      select project_id, event_id, 'email.' || lower(status) as name,
        ${contactIfThere(sql`r.project_id`, sql`r.contact_id`)} as contact_id, id as email_id, data, at
      from recorded as r where event_id is not null
    ), noted as (
      insert into email_events (project_id, email_id, id, type, data, created_at)
      select project_id, email_id, event_id, substr(name, 7), data, at from told
    ), announced as (
      ${insertEvents(sql`select project_id, event_id, name, contact_id, email_id, data, at from told`)}
    ), tallied as (
      insert into counter_deltas (project_id, counter, label, delta)
      select project_id, 'mail', ${hourOf(sql`at`)} || ' ' || lower(status), count(*)
      from recorded where not is_acted group by 1, 3
    )
    select id from recorded`
}

/** The label of an hour in the counter `mail`: sorts by time, and a range of labels is a range of time. */
export const hourOf = (at: ReturnType<typeof sql>) =>
  sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24')`

/** Text of others, as PostgreSQL can keep it: a result that cannot be written would hold up its worker. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

const ORDINARY = new Set<Outcome['status']>(['SENT', 'DELIVERED'])

function toRow(outcome: EmailOutcome) {
  const { status, reply, reason, retryAt, attempt, at } = outcome
  return {
    project_id: outcome.projectId,
    id: outcome.emailId,
    fence: outcome.fence,
    status,
    retry_at: retryAt,
    reply: reply ? { ...reply, text: storable(reply.text), at } : null,
    reason: reason === undefined ? null : storable(reason),
    subject: outcome.subject === null ? null : storable(outcome.subject),
    event_id: ORDINARY.has(status) ? null : newId<EventId>(at),
    data: {
      attempt,
      class: outcome.class,
      reason: reason && storable(reason),
      reply: reply ? { ...reply, text: storable(reply.text) } : undefined,
      retryAt,
    },
    is_acted: outcome.isActed,
    at,
  }
}
