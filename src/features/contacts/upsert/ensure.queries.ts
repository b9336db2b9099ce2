import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { LedgerSource } from '../../../platform/consent-source.ts'
import { sourced } from '../consent/consent-sources.queries.ts'
import { insertEvents } from '../../events/index.ts'
import { fitsContact } from '../data/data-limits.queries.ts'
import type { Trx } from '../../../platform/db/client.ts'
import { newId } from '../../../platform/ids.ts'
import type { ContactId, EventId, ProjectId } from '../../../platform/ids.ts'

// A name takes a few hundred bytes and one key; a contact whose data is nearly full gets none.
const ROOM_FOR_NAME = { bytes: 5_536, keys: 1 }

const hasRoomForName = (): RawBuilder<unknown> => fitsContact(sql`c.data`, ROOM_FOR_NAME)

/**
 * CTEs of a larger statement. From `wanted` (project_id, email, name, contact_id, change_id, at; distinct addresses), of any
 * number of projects, to the contacts in `known` (project_id, email, id, subscribed, before_subscribing, paused_until, topic_choices). Contacts
 * that do not exist are created as never asked. Existing ones are only read, apart from a missing name: an email to a contact must
 * not write its row and indexes each time. All writes are one pass, in the lock order of contacts.
 *
 * A contact that another statement creates at the same moment is invisible here and not in `known`, unless it lacked the
 * name.
 */
export const ensureContactsSql = (): RawBuilder<unknown> => sql`
  existing as materialized (
    select c.project_id, c.email, c.id, c.subscribed, c.before_subscribing, c.paused_until, c.topic_choices,
      w.name is null or c.data ? 'name' or not ${hasRoomForName()} as is_complete
    from wanted as w join contacts as c on c.project_id = w.project_id and c.email = w.email
  ), written as (
    insert into contacts as c (project_id, id, email, subscribed, before_subscribing, data, subscription_event_id,
      created_at, updated_at)
    select project_id, contact_id, email, false, 'NEVER_ASKED', jsonb_strip_nulls(jsonb_build_object('name', name)), change_id, at, at
    from wanted as w where not exists (
      select from existing as e where e.project_id = w.project_id and e.email = w.email and e.is_complete)
    order by project_id, email collate "C"
    on conflict (project_id, email) do update set data = c.data || excluded.data, updated_at = excluded.updated_at
      where excluded.data ? 'name' and not c.data ? 'name' and ${hasRoomForName()}
    returning project_id, email, id, subscribed, before_subscribing, paused_until, topic_choices
  ), recorded as (${insertEvents(sql`
    select w.project_id, w.change_id, 'contact.created', w.contact_id, null::uuid, '{}'::jsonb, w.at
    from written as c join wanted as w on w.project_id = c.project_id and w.contact_id = c.id`)}
  ), known as materialized (
    select project_id, email, id, subscribed, before_subscribing, paused_until, topic_choices from written
    union all
    select project_id, email, id, subscribed, before_subscribing, paused_until, topic_choices from existing as e
    where not exists (select from written as c where c.project_id = e.project_id and c.email = e.email)
  )`

type EnsureContactsInput = {
  projectId: ProjectId
  /** Distinct and canonical. */
  emails: readonly string[]
  /** Whether new contacts are subscribed. */
  subscribed: boolean
  source: LedgerSource
  now: Date
}

/**
 * Creates the contacts that do not exist; the others stay unchanged. Locks all of them until the transaction ends, in the lock
 * order of contacts: a conflict locks the row even if nothing is updated.
 */
export async function ensureContacts(
  trx: Trx,
  { projectId, emails, subscribed, source, now }: EnsureContactsInput,
): Promise<{ id: ContactId; email: string; isNew: boolean }[]> {
  const wanted = emails.map((email) => ({ email, id: newId<ContactId>(now), event_id: newId<EventId>(now) }))
  const { rows: made } = await sql<{ id: ContactId }>`
    with ${sourced(source)}, made as (
      insert into contacts as c (project_id, id, email, subscribed, subscription_event_id, created_at, updated_at)
      select ${projectId}, id, email, ${subscribed}, event_id, ${now}, ${now}
      from json_to_recordset(${JSON.stringify(wanted)}::json) as wanted (email text, id uuid, event_id uuid)
        cross join sourced
      order by email collate "C"
      on conflict (project_id, email) do update set updated_at = c.updated_at where false
      returning *
    ), recorded as (${insertEvents(sql`
      select project_id, subscription_event_id, 'contact.created', id, null::uuid, '{}'::jsonb, created_at from made`)}
    )
    select id from made`.execute(trx)
  const newIds = new Set(made.map(({ id }) => id))
  const known = await listByAddress(trx, { projectId, emails })
  return known.map((contact) => ({ ...contact, isNew: newIds.has(contact.id) }))
}

/** The contacts with these addresses; they cannot be deleted until the transaction ends. */
export async function listByAddress(
  trx: Trx,
  { projectId, emails }: Pick<EnsureContactsInput, 'projectId' | 'emails'>,
): Promise<{ id: ContactId; email: string }[]> {
  const { rows } = await sql<{ id: ContactId; email: string }>`
    select id, email from contacts where project_id = ${projectId} and email = any(${emails}::text[])
    order by email for key share`.execute(trx)
  return rows
}
