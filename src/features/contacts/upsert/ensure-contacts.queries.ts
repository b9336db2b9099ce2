import { sql } from 'kysely'
import type { Trx } from '../../../platform/db/client.ts'
import { newId } from '../../../platform/ids.ts'
import type { ContactId, EventId, ProjectId } from '../../../platform/ids.ts'
import { insertEvents } from '../../events/index.ts'

type EnsureContactsInput = {
  projectId: ProjectId
  /** Distinct and canonical. */
  emails: readonly string[]
  /** Whether new contacts are subscribed. */
  subscribed: boolean
  now: Date
}

/**
 * Creates the contacts that do not exist; the others stay unchanged. Locks all of them until the transaction ends, in the lock
 * order of contacts: a conflict locks the row even if nothing is updated.
 */
export async function ensureContacts(
  trx: Trx,
  { projectId, emails, subscribed, now }: EnsureContactsInput,
): Promise<{ id: ContactId; email: string; isNew: boolean }[]> {
  const wanted = emails.map((email) => ({ email, id: newId<ContactId>(now), event_id: newId<EventId>(now) }))
  const { rows: made } = await sql<{ id: ContactId }>`
    with made as (
      insert into contacts as c (project_id, id, email, subscribed, subscription_event_id, created_at, updated_at)
      select ${projectId}, id, email, ${subscribed}, event_id, ${now}, ${now}
      from json_to_recordset(${JSON.stringify(wanted)}::json) as wanted (email text, id uuid, event_id uuid)
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
