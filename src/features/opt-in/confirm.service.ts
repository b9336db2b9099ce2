import type { LedgerSource } from '../../platform/consent-source.ts'
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

type Confirm = ConfirmationRef & { source: LedgerSource; now: Date }

/** Makes the wish come true, once however often the button is pressed: the contact is locked before the confirmation is read. */
export async function confirm(db: Db, { source, now, ...ref }: Confirm): Promise<ConfirmResult> {
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
    await carryOut(trx, row, { source, now })
    return 'confirmed'
  })
}

/** The ledger has the words of the form that the person filled in, and the link by which they confirmed. */
async function carryOut(
  trx: Trx,
  row: ConfirmationRow,
  { source: link, now }: Pick<Confirm, 'source' | 'now'>,
): Promise<void> {
  const { project_id: projectId, contact_id: contactId } = row
  const keys = await listWishedTopics(trx, { projectId, topicIds: row.topic_ids })
  const emailId = (row.email_ids.at(-1) ?? null) as EmailId | null
  const { kind, id, text } = row.source as LedgerSource
  const source = { ...link, id: emailId, text }
  const change = { projectId, ids: [contactId], ...(emailId !== null && { emailId }), source, now }
  if (row.subscribe) await setSubscribed(trx, { ...change, subscribed: true })
  if (keys.length > 0) {
    await setTopics(trx, { ...change, choices: Object.fromEntries(keys.map((key) => [key, true])) })
  }
  const data = { topics: keys, source: { kind, id } }
  await recordEvent(trx, { projectId, name: 'contact.confirmed', contactId, emailId, data, now })
}
