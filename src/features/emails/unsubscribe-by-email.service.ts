import type { LedgerSource } from '../../platform/consent-source.ts'
import type { Trx } from '../../platform/db/client.ts'
import type { ContactId } from '../../platform/ids.ts'
import { setSubscribed, setTopics } from '../contacts/index.ts'
import { dropWaitingMarketing } from '../delivery/index.ts'
import type { EmailRef } from '../delivery/index.ts'
import { findTopicOfEmail, insertUnsubscribeTally } from './unsubscribe-by-email.queries.ts'

type EmailOfContact = EmailRef & { contactId: ContactId; source: LedgerSource; now: Date }

/**
 * Leaves the topic of an email, or everything if it has none: by one click, by writing to its address, or through a feedback
 * loop. Email about the topic that is waiting is stopped when its turn comes.
 */
export async function leaveByEmail(
  trx: Trx,
  { contactId, source, now, ...ref }: EmailOfContact,
): Promise<void> {
  const topic = await findTopicOfEmail(trx, ref)
  if (topic === undefined) return unsubscribeByEmail(trx, { contactId, source, now, ...ref })
  await leaveTopic(trx, { contactId, topic, source, now, ...ref })
}

/** Leaves the topic of an email, and counts it for the campaign of the email. */
async function leaveTopic(
  trx: Trx,
  { contactId, topic, source, now, ...ref }: EmailOfContact & { topic: string },
): Promise<void> {
  const changed = await setTopics(trx, { ...ref, ids: [contactId], choices: { [topic]: false }, source, now })
  if (changed > 0) await insertUnsubscribeTally(trx, { ...ref, now })
}

/** Joins the topic of an email again, if it has one. */
export async function joinByEmail(
  trx: Trx,
  { contactId, source, now, ...ref }: EmailOfContact,
): Promise<void> {
  const topic = await findTopicOfEmail(trx, ref)
  if (topic === undefined) return
  await setTopics(trx, { ...ref, ids: [contactId], choices: { [topic]: true }, source, now })
}

/** Writes choices that a person made through an email. Leaving the topic of the email itself counts as leaving by it. */
export async function chooseByEmail(
  trx: Trx,
  { contactId, choices, source, now, ...ref }: EmailOfContact & { choices: Record<string, boolean> },
): Promise<void> {
  if (Object.keys(choices).length === 0) return
  const topic = await findTopicOfEmail(trx, ref)
  const isLeft = topic !== undefined && choices[topic] === false
  if (isLeft) await leaveTopic(trx, { contactId, topic, source, now, ...ref })
  const others = Object.entries(choices).filter(([key]) => !isLeft || key !== topic)
  if (others.length === 0) return
  await setTopics(trx, { ...ref, ids: [contactId], choices: Object.fromEntries(others), source, now })
}

/** Unsubscribes a contact through an email, from everything. */
export async function unsubscribeByEmail(
  trx: Trx,
  { projectId, emailId, contactId, source, now }: EmailOfContact,
): Promise<void> {
  const change = { projectId, ids: [contactId], subscribed: false, emailId, source, now }
  if ((await setSubscribed(trx, change)) > 0) await insertUnsubscribeTally(trx, { projectId, emailId, now })
  await dropWaitingMarketing(trx, { projectId, contactIds: [contactId], now })
}
