// Contacts that were asked to confirm. PENDING is left again by confirming (setSubscribed), or when the link expires.
import { sql } from 'kysely'
import type { LedgerSource } from '../../../platform/consent-source.ts'
import type { Trx } from '../../../platform/db/client.ts'
import type { ContactId, ProjectId } from '../../../platform/ids.ts'
import { sourced } from '../consent/consent-sources.queries.ts'
import type { SubscriptionState } from '../../filters/language/subscription-states.values.ts'
import { COLUMNS } from './contacts.queries.ts'
import type { ContactRow } from './contacts.queries.ts'

type ContactRef = { projectId: ProjectId; contactId: ContactId }

/** Undefined if the contact was deleted. */
export async function lockContact(
  trx: Trx,
  { projectId, contactId }: ContactRef,
): Promise<ContactRow | undefined> {
  const { rows } = await sql<ContactRow>`
    select ${COLUMNS} from contacts where project_id = ${projectId} and id = ${contactId} for update`.execute(
    trx,
  )
  return rows[0]
}

/** "asked to confirm" of docs/states.md. Subscribed contacts stay as they are. */
export async function markPending(
  trx: Trx,
  { projectId, contactId, source, now }: ContactRef & { source: LedgerSource; now: Date },
): Promise<void> {
  await sql`
    with ${sourced(source)}
    update contacts set before_subscribing = 'PENDING', updated_at = ${now} from sourced
    where project_id = ${projectId} and id = ${contactId} and not subscribed
      and before_subscribing is distinct from 'PENDING'`.execute(trx)
}

/** A state that a contact can have before PENDING. */
export type StateBeforePending = Exclude<SubscriptionState, 'SUBSCRIBED'>

type ReturningContact = { contactId: ContactId; state: StateBeforePending }

/** "link expired" of docs/states.md: contacts that are still PENDING return to their states. The caller has locked them. */
export async function endPending(
  trx: Trx,
  { projectId, contacts, now }: { projectId: ProjectId; contacts: readonly ReturningContact[]; now: Date },
): Promise<void> {
  await sql`
    with ${sourced({ kind: 'expiry', id: null })}
    update contacts as c set before_subscribing = nullif(g.state, 'LEFT'), updated_at = ${now}
    from json_to_recordset(${JSON.stringify(contacts)}::json) as g ("contactId" uuid, state text)
    cross join sourced
    where c.project_id = ${projectId} and c.id = g."contactId" and c.before_subscribing = 'PENDING'
      and g.state <> 'PENDING'`.execute(trx)
}
