import { sql } from 'kysely'
import type { Trx } from '../../../platform/db/client.ts'
import { newId } from '../../../platform/ids.ts'
import type { ContactId, EmailId, EventId, ProjectId } from '../../../platform/ids.ts'
import { insertEvents } from '../../events/index.ts'
import { eventName, matching } from '../record/contacts.queries.ts'
import type { Filter } from '../record/contacts.queries.ts'

type Lock = { projectId: ProjectId; ids: readonly string[]; filter?: Filter }

/**
 * Locks the given contacts that belong to the project and match. Contacts are always locked in the order of their addresses,
 * because some callers know only addresses and not ids.
 */
export async function lockContacts(trx: Trx, { projectId, ids, filter = {} }: Lock): Promise<ContactId[]> {
  const { rows } = await sql<{ id: ContactId }>`
    select id from contacts where ${matching(projectId, filter)} and id = any(${ids}::uuid[])
    order by email for update`.execute(trx)
  return rows.map((row) => row.id)
}

type SetSubscribed = {
  projectId: ProjectId
  ids: readonly ContactId[]
  subscribed: boolean
  /** The email that caused the change. */
  emailId?: EmailId
  now: Date
}

/**
 * Sets the flag where it differs, with an event for each changed contact. A contact that was never asked counts as having
 * left once it is unsubscribed. Locks in the order of lockContacts. @returns the number of changed contacts
 */
export async function setSubscribed(
  trx: Trx,
  { projectId, ids, subscribed, emailId, now }: SetSubscribed,
): Promise<number> {
  const eventIds = ids.map(() => newId<EventId>(now))
  const isDifferent = sql`(c.subscribed <> ${subscribed} or c.before_subscribing is not null)`
  const { numAffectedRows = 0n } = await sql`
    with locked as materialized (
      select c.id from contacts as c
      where c.project_id = ${projectId} and c.id = any(${ids}::uuid[]) and ${isDifferent}
      order by c.email for update
    ), given as (select * from unnest(${ids}::uuid[], ${eventIds}::uuid[]) as g (id, event_id)
    ), changed as (
      update contacts as c set subscribed = ${subscribed}, before_subscribing = null, updated_at = ${now},
        subscription_event_id = case when c.subscribed <> ${subscribed} then given.event_id else c.subscription_event_id end
      from locked join given on given.id = locked.id
      where c.project_id = ${projectId} and c.id = given.id and ${isDifferent}
      returning c.*
    )
    ${insertEvents(sql`
      select c.project_id, c.subscription_event_id, ${eventName(sql`false`, 'c')}, c.id, ${emailId ?? null}::uuid,
        '{}'::jsonb, c.updated_at
      from changed as c join given on given.event_id = c.subscription_event_id`)}`.execute(trx)
  return Number(numAffectedRows)
}
