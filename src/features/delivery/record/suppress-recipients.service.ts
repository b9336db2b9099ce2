import type { Trx } from '../../../platform/db/client.ts'
import type { ContactId, ProjectId } from '../../../platform/ids.ts'
import { lockContacts, setSubscribed } from '../../contacts/index.ts'
import { suppress } from '../../suppressions/index.ts'
import type { NewSuppression } from '../../suppressions/index.ts'
import { dropWaitingMarketing } from './drop-waiting.queries.ts'

export type Refusal = { projectId: ProjectId; contactId: ContactId | null; address: string; at: Date }

type Why = { reason: 'hard_bounce' | 'complaint'; source: string }

/** Contacts come before emails and suppressions in the lock order: to be called before either is written. */
export async function lockContactsOf(trx: Trx, refusals: readonly Refusal[]): Promise<void> {
  for (const contacts of contactsOf(refusals)) await lockContacts(trx, contacts)
}

/**
 * Nobody writes to these addresses again: their contacts are unsubscribed, with what that does to marketing email that waits,
 * and they are suppressed. Transactional email that waits stays: its time may come after the suppression was lifted.
 */
export async function silence(trx: Trx, refusals: readonly Refusal[], why: Why): Promise<void> {
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
  refusals: readonly Refusal[],
  { reason }: Pick<Why, 'reason'>,
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

export const toSuppression = ({ projectId, address }: Refusal, why: Why): NewSuppression => ({
  projectId,
  email: address,
  ...why,
})

/** By project, in the order in which everybody locks them. */
function contactsOf(refusals: readonly Refusal[]): { projectId: ProjectId; ids: ContactId[] }[] {
  return [...Map.groupBy(refusals, ({ projectId }) => projectId)]
    .map(([projectId, given]) => ({ projectId, ids: given.flatMap(({ contactId }) => contactId ?? []) }))
    .filter(({ ids }) => ids.length > 0)
    .toSorted((one, other) => (one.projectId < other.projectId ? -1 : 1))
}
