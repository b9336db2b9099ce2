import type { Trx } from '../../../platform/db/client.ts'
import type { ContactId, ProjectId } from '../../../platform/ids.ts'
import { lockContacts, setSubscribed } from '../../contacts/index.ts'
import { suppress } from '../../suppressions/index.ts'
import type { NewSuppression } from '../../suppressions/index.ts'
import type { EmailRef } from '../queue/email-ref.ts'
import { dropWaitingMarketing } from './drop-waiting.queries.ts'
import { insertUnsubscribeTally } from './notes.queries.ts'

export type RefusedRecipient = {
  projectId: ProjectId
  contactId: ContactId | null
  address: string
  at: Date
}

type SuppressionCause = { reason: 'hard_bounce' | 'complaint'; source: string }

/** Contacts come before emails and suppressions in the lock order: to be called before either is written. */
export async function lockContactsOf(trx: Trx, refusals: readonly RefusedRecipient[]): Promise<void> {
  for (const contacts of contactsOf(refusals)) await lockContacts(trx, contacts)
}

/**
 * Nobody writes to these addresses again: their contacts are unsubscribed, with what that does to marketing email that waits,
 * and they are suppressed. Transactional email that waits stays: its time may come after the suppression was lifted.
 */
export async function suppressAndUnsubscribe(
  trx: Trx,
  refusals: readonly RefusedRecipient[],
  why: SuppressionCause,
): Promise<void> {
  const [first] = refusals
  if (!first) return
  await unsubscribeRefused(trx, refusals, why)
  await suppress(
    trx,
    refusals.map((one) => toSuppression(one, why)),
    first.at,
  )
}

export async function unsubscribeRefused(
  trx: Trx,
  refusals: readonly RefusedRecipient[],
  { reason }: Pick<SuppressionCause, 'reason'>,
): Promise<void> {
  const now = refusals[0]?.at
  if (!now) return
  const contacts = contactsOf(refusals)
  for (const ofProject of contacts) await setSubscribed(trx, { ...ofProject, subscribed: false, now })
  // After all contacts, as everybody locks them.
  for (const { projectId, ids } of contacts) {
    await dropWaitingMarketing(trx, { projectId, contactIds: ids, reason, now })
  }
}

export const toSuppression = (
  { projectId, address }: RefusedRecipient,
  why: SuppressionCause,
): NewSuppression => ({
  projectId,
  email: address,
  ...why,
})

/** By project, in the order in which everybody locks them. */
function contactsOf(refusals: readonly RefusedRecipient[]): { projectId: ProjectId; ids: ContactId[] }[] {
  return [...Map.groupBy(refusals, ({ projectId }) => projectId)]
    .map(([projectId, given]) => ({ projectId, ids: given.flatMap(({ contactId }) => contactId ?? []) }))
    .filter(({ ids }) => ids.length > 0)
    .toSorted((one, other) => (one.projectId < other.projectId ? -1 : 1))
}

type UnsubscribeByEmail = EmailRef & { contactId: ContactId; now: Date }

/** Unsubscribes a contact through an email: by its link, by writing to its address, or through a feedback loop. */
export async function unsubscribeByEmail(
  trx: Trx,
  { projectId, emailId, contactId, now }: UnsubscribeByEmail,
): Promise<void> {
  const change = { projectId, ids: [contactId], subscribed: false, emailId, now }
  if ((await setSubscribed(trx, change)) > 0) await insertUnsubscribeTally(trx, { projectId, emailId, now })
  await dropWaitingMarketing(trx, { projectId, contactIds: [contactId], now })
}
