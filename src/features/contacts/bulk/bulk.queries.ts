import { sql } from 'kysely'
import type { Trx } from '../../../platform/db/client.ts'
import { newId } from '../../../platform/ids.ts'
import type { ContactId, EmailId, EventId, ProjectId } from '../../../platform/ids.ts'
import { sourced } from '../consent/consent-sources.queries.ts'
import type { LedgerSources } from '../consent/consent-sources.queries.ts'
import { insertEvents } from '../../events/index.ts'
import type { TopicChoices } from '../contacts.schema.ts'
import { mergedEventIds, mergedChoices, topicEvents, toTopicInput } from '../topics/topic-choices.queries.ts'
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
  /** Undefined for a job that an earlier version has started. */
  source: LedgerSources | undefined
  now: Date
}

/**
 * Sets the flag where it differs, with an event for each changed contact. A contact that was never asked counts as having
 * left once it is unsubscribed. Locks in the order of lockContacts. @returns the number of changed contacts
 */
export async function setSubscribed(
  trx: Trx,
  { projectId, ids, subscribed, emailId, source, now }: SetSubscribed,
): Promise<number> {
  const eventIds = ids.map(() => newId<EventId>(now))
  const isDifferent = sql`(c.subscribed <> ${subscribed} or c.before_subscribing is not null)`
  const { numAffectedRows = 0n } = await sql`
    with ${sourced(source)}, locked as materialized (
      select c.id from contacts as c
      where c.project_id = ${projectId} and c.id = any(${ids}::uuid[]) and ${isDifferent}
      order by c.email for update
    ), given as (select * from unnest(${ids}::uuid[], ${eventIds}::uuid[]) as g (id, event_id)
    ), changed as (
      update contacts as c set subscribed = ${subscribed}, before_subscribing = null, updated_at = ${now},
        subscription_event_id = case when c.subscribed <> ${subscribed} then given.event_id else c.subscription_event_id end
      from locked join given on given.id = locked.id cross join sourced
      where c.project_id = ${projectId} and c.id = given.id and ${isDifferent}
      returning c.*
    )
    ${insertEvents(sql`
      select c.project_id, c.subscription_event_id, ${eventName(sql`false`, 'c')}, c.id, ${emailId ?? null}::uuid,
        '{}'::jsonb, c.updated_at
      from changed as c join given on given.event_id = c.subscription_event_id`)}`.execute(trx)
  return Number(numAffectedRows)
}

type SetTopics = Omit<SetSubscribed, 'subscribed'> & { choices: TopicChoices }

/**
 * Merges the choices into those of the contacts, with an event for each that changes. Locks in the order of lockContacts.
 * @returns the number of changed choices, without those that are forgotten
 */
export async function setTopics(
  trx: Trx,
  { projectId, ids, choices, emailId, source, now }: SetTopics,
): Promise<number> {
  const inputs = ids.map((id) => ({ id, ...toTopicInput(choices, now) }))
  const given = JSON.stringify(choices)
  const isDifferent = sql`jsonb_strip_nulls(c.topic_choices || ${given}::jsonb) <> c.topic_choices`
  const { numAffectedRows = 0n } = await sql`
    with ${sourced(source)}, locked as materialized (
      select c.id from contacts as c
      where c.project_id = ${projectId} and c.id = any(${ids}::uuid[]) and ${isDifferent}
      order by c.email for update
    ), given as materialized (
      select * from json_to_recordset(${JSON.stringify(inputs)}::json) as g (id uuid, topic_choices jsonb, topic_event_ids jsonb)
    ), changed as (
      update contacts as c set topic_choices = ${mergedChoices(sql`g.topic_choices`)},
        topic_event_ids = ${mergedEventIds(sql`g.topic_choices`)}, updated_at = ${now}
      from locked join given as g on g.id = locked.id cross join sourced
      where c.project_id = ${projectId} and c.id = g.id and ${isDifferent}
      returning c.*
    )
    ${insertEvents(
      topicEvents({
        from: sql`changed as c join given as g on g.id = c.id`,
        at: sql`c.updated_at`,
        emailId: sql`${emailId ?? null}`,
      }),
    )}`.execute(trx)
  return Number(numAffectedRows)
}
