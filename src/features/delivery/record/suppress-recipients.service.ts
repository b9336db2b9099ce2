import type { Trx } from '../../../platform/db/client.ts'
import type { ContactId, ProjectId } from '../../../platform/ids.ts'
import { lockContacts, setSubscribed } from '../../contacts/index.ts'
import { suppress } from '../../suppressions/index.ts'
import type { NewSuppression } from '../../suppressions/index.ts'
import { dropWaitingMarketing } from './drop-waiting.queries.ts'

export type RefusedRecipient = {
  projectId: ProjectId
  contactId: ContactId | null
  address: string
  at: Date
}

type SuppressionCause = { reason: 'hard_bounce' | 'complaint'; source: string }

/** Contacts come before emails and suppressions in the lock order, so call this before writing either. */
export async function lockContactsOf(trx: Trx, refusals: readonly RefusedRecipient[]): Promise<void> {
  for (const contacts of contactsOf(refusals)) await lockContacts(trx, contacts)
}

/**
 * Suppresses these addresses and unsubscribes their contacts, which drops their waiting marketing email. Waiting
 * transactional email stays: the suppression may be lifted before it is due.
 */
export async function suppressAndUnsubscribe(
  trx: Trx,
  refusals: readonly RefusedRecipient[],
  cause: SuppressionCause,
): Promise<void> {
  const [first] = refusals
  if (!first) return
  await unsubscribeRefused(trx, refusals, cause)
  await suppress(
    trx,
    refusals.map((one) => toSuppression(one, cause)),
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
  // After all contacts, as in the lock order.
  for (const { projectId, ids } of contacts) {
    await dropWaitingMarketing(trx, { projectId, contactIds: ids, reason, now })
  }
}

export const toSuppression = (
  { projectId, address }: RefusedRecipient,
  cause: SuppressionCause,
): NewSuppression => ({
  projectId,
  email: address,
  ...cause,
})

/** The contacts by project, in the lock order. */
function contactsOf(refusals: readonly RefusedRecipient[]): { projectId: ProjectId; ids: ContactId[] }[] {
  return [...Map.groupBy(refusals, ({ projectId }) => projectId)]
    .map(([projectId, given]) => ({ projectId, ids: given.flatMap(({ contactId }) => contactId ?? []) }))
    .filter(({ ids }) => ids.length > 0)
    .toSorted((one, other) => (one.projectId < other.projectId ? -1 : 1))
}
