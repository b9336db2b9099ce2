// Finds earlier events of contacts: stored events, and emails whose events are not stored.
import { sql } from 'kysely'
import type { Trx } from '../../../../platform/db/client.ts'
import { lowestIdOf } from '../../../../platform/ids.ts'
import type { ContactId, EmailId, EventId, ExecutionId, ProjectId } from '../../../../platform/ids.ts'
import { CHANGE_LASTS_MS } from '../../triggers/signals.queries.ts'

/** The events that an execution looks for, from a time on. */
export type Search = {
  executionId: ExecutionId
  contactId: ContactId
  from: Date
  names: readonly string[]
}

type EarlierSearch = { projectId: ProjectId; searches: readonly Search[] }

export type EarlierEvent = {
  executionId: ExecutionId
  id: EventId
  name: string
  data: Record<string, unknown>
  createdAt: Date
  /** Number of executions in its chain of causes, as findSignalContext counts them. */
  depth: number
}

// The search usually covers a second and finds nothing. For a contact with more events, only the first ones count.
const MOST_SCANNED = 10_000
const MOST_FOUND = 100

/** Oldest first. Uses the index events_by_contact in the partitions since then. */
export async function listEarlierEvents(
  trx: Trx,
  { projectId, searches }: EarlierSearch,
): Promise<EarlierEvent[]> {
  const given = searches.map(({ executionId, contactId, from, names }) => ({
    execution_id: executionId,
    contact_id: contactId,
    first_id: lowestIdOf(from),
    names,
  }))
  const { rows } = await sql<EarlierEvent>`
    select g.execution_id as "executionId", e.id, e.name, e.data, e.created_at as "createdAt", coalesce((
      select max(c.depth) from workflow_causes as c
      where c.project_id = ${projectId} and c.id = any(array[e.id, e.email_id,
          case when e.name like 'contact.%' or e.name like 'segment.%' then g.contact_id end])
        and (c.id <> g.contact_id
          or c.created_at >= e.created_at - ${CHANGE_LASTS_MS}::int * interval '1 millisecond')), 0) as depth
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as g (execution_id uuid, contact_id uuid, first_id uuid, names text[])
    cross join lateral (
      select * from (
        select id, name, email_id, data, created_at from events
        where project_id = ${projectId} and contact_id = g.contact_id and id >= g.first_id order by id
        limit ${MOST_SCANNED}
      ) as seen where name = any(g.names) order by id limit ${MOST_FOUND}
    ) as e
    order by e.id`.execute(trx)
  return rows
}

export type EarlierEmail = {
  executionId: ExecutionId
  emailId: EmailId
  sentAt: Date | null
  isDelivered: boolean
  depth: number
}

// An email leaves at most this long after it was accepted, unless it was scheduled.
const MAX_QUEUED_MS = 31 * 86_400_000
const MOST_EMAILS = 1_000

/** Queued and sent emails; others have no events. */
export async function listEarlierEmails(
  trx: Trx,
  { projectId, searches }: EarlierSearch,
): Promise<EarlierEmail[]> {
  const given = searches.map(({ executionId, contactId, from }) => ({
    execution_id: executionId,
    contact_id: contactId,
    first_id: lowestIdOf(new Date(Math.max(0, from.getTime() - MAX_QUEUED_MS))),
  }))
  const { rows } = await sql<EarlierEmail>`
    select g.execution_id as "executionId", m.id as "emailId", m.sent_at as "sentAt", m.is_delivered as "isDelivered",
      coalesce((
        select c.depth from workflow_causes as c where c.project_id = ${projectId} and c.id = m.id), 0) as depth
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (execution_id uuid, contact_id uuid, first_id uuid)
    cross join lateral (
      (select email_id as id, null::timestamptz as sent_at, false as is_delivered from email_queue
       where project_id = ${projectId} and contact_id = g.contact_id and email_id >= g.first_id
       order by email_id desc limit ${MOST_EMAILS})
      union all
      (select id, sent_at, status = 'DELIVERED' from emails
       where project_id = ${projectId} and contact_id = g.contact_id and id >= g.first_id and sent_at is not null
       order by id desc limit ${MOST_EMAILS})
    ) as m`.execute(trx)
  return rows
}
