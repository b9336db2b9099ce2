// The effects of a refusal on its recipient, whether the server answered so or a report arrived later: a hard one suppresses
// the recipient, several soft ones in a row do so for a while, and one because of the sender is shown with the health of
// the project. Only this file decides that.
import type { Trx } from '../../../platform/db/client.ts'
import type { ReplyClass } from '../../../platform/email/smtp/replies/reply-class.ts'
import type { ContactId, ProjectId } from '../../../platform/ids.ts'
import { lockContacts, setSubscribed } from '../../contacts/index.ts'
import { suppress } from '../../suppressions/index.ts'
import type { NewSuppression } from '../../suppressions/index.ts'
import { insertSenderRefusals } from '../tally/sender-refusals.queries.ts'
import type { SenderRefusal } from '../tally/sender-refusals.queries.ts'
import { dropWaitingMarketing } from './drop-waiting.queries.ts'
import { listSoftBounceSuppressions } from './soft-bounces.service.ts'
import type { RefusedRecipient } from './soft-bounces.service.ts'

export type Refusal = RefusedRecipient & {
  class: ReplyClass
  /** null if it must not be stored. */
  answer: SenderRefusal['answer'] | null
}

type SuppressionCause = { reason: 'hard_bounce' | 'complaint'; source: string }

const isHard = (refusal: Refusal): boolean => refusal.class === 'hard'

/** Contacts come before emails and suppressions in the lock order, so call this before writing either. */
export async function lockContactsOf(trx: Trx, refusals: readonly Refusal[]): Promise<void> {
  for (const contacts of contactsOf(refusals.filter(isHard))) await lockContacts(trx, contacts)
}

/** To be called last in the transaction that records the emails. */
export async function applyRefusals(
  trx: Trx,
  refusals: readonly Refusal[],
  { source }: { source: string },
): Promise<void> {
  const [first] = refusals
  if (!first) return
  const hard = refusals.filter(isHard)
  const cause = { reason: 'hard_bounce', source } as const
  await unsubscribeRefused(trx, hard, cause)
  const soft = refusals.filter((one) => one.class === 'soft')
  const suppressions = [
    ...hard.map((one) => toSuppression(one, cause)),
    ...(await listSoftBounceSuppressions(trx, soft, { source })),
  ]
  // In one call, because they are locked in one order.
  await suppress(trx, suppressions, first.at)
  const ofSender = refusals.filter((one) => one.class === 'policy')
  await insertSenderRefusals(
    trx,
    ofSender.flatMap(({ answer, ...recipient }) => (answer ? [{ ...recipient, answer }] : [])),
  )
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

async function unsubscribeRefused(
  trx: Trx,
  refusals: readonly RefusedRecipient[],
  { reason }: Pick<SuppressionCause, 'reason'>,
): Promise<void> {
  const now = refusals[0]?.at
  if (!now) return
  const contacts = contactsOf(refusals)
  const kind = reason === 'complaint' ? 'complaint' : 'bounce'
  const source = new Map(
    refusals.flatMap(({ contactId, emailId }) =>
      contactId ? [[contactId, { kind, id: emailId }] as const] : [],
    ),
  )
  for (const ofProject of contacts) await setSubscribed(trx, { ...ofProject, subscribed: false, source, now })
  // After all contacts, as in the lock order.
  for (const { projectId, ids } of contacts) {
    await dropWaitingMarketing(trx, { projectId, contactIds: ids, reason, now })
  }
}

const toSuppression = (
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
