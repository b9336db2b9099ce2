import { inTransaction } from '../../platform/db/client.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { EmailId } from '../../platform/ids.ts'
import { lockContact, setSubscribed, setTopics } from '../contacts/index.ts'
import { recordEvent } from '../events/index.ts'
import { endConfirmations, findConfirmation, listWishedTopics } from './confirmations.queries.ts'
import type { ConfirmationRef, ConfirmationRow } from './confirmations.queries.ts'
import { isWithdrawn } from './wish.ts'

/** `again`: it was confirmed before. `over`: the link has expired, or the person has unsubscribed since. */
export type ConfirmResult = 'confirmed' | 'again' | 'over'

/** Makes the wish come true, once however often the button is pressed: the contact is locked before the confirmation is read. */
export async function confirm(
  db: Db,
  { now, ...ref }: ConfirmationRef & { now: Date },
): Promise<ConfirmResult> {
  return inTransaction(db, async (trx) => {
    const { projectId } = ref
    const found = await findConfirmation(trx, ref)
    const contact = found && (await lockContact(trx, { projectId, contactId: found.contact_id }))
    const row = contact && (await findConfirmation(trx, ref))
    if (!contact || !row) return 'over'
    if (row.outcome !== null) return row.outcome === 'confirmed' ? 'again' : 'over'
    // The job that expires it returns the contact to its state.
    if (row.expires_at <= now || isWithdrawn(row, contact)) return 'over'
    await endConfirmations(trx, { projectId, ids: [row.id], outcome: 'confirmed', now })
    await carryOut(trx, row, now)
    return 'confirmed'
  })
}

async function carryOut(trx: Trx, row: ConfirmationRow, now: Date): Promise<void> {
  const { project_id: projectId, contact_id: contactId } = row
  const keys = await listWishedTopics(trx, { projectId, topicIds: row.topic_ids })
  const emailId = (row.email_ids.at(-1) ?? null) as EmailId | null
  const change = { projectId, ids: [contactId], ...(emailId !== null && { emailId }), now }
  if (row.subscribe) await setSubscribed(trx, { ...change, subscribed: true })
  if (keys.length > 0) {
    await setTopics(trx, { ...change, choices: Object.fromEntries(keys.map((key) => [key, true])) })
  }
  const { kind, id } = row.source as { kind: string; id: string | null }
  const data = { topics: keys, source: { kind, id } }
  await recordEvent(trx, { projectId, name: 'contact.confirmed', contactId, emailId, data, now })
}
