import type { ClaimedEmail, Hold, RecipientFacts } from './queue/claim.queries.ts'
import type { EmailRecipients } from './queue/recipients.schema.ts'
import { LANE_NUMBERS } from './queue/retry-schedule.ts'
import { CONTACT_DELETED } from './record/erase.queries.ts'
import type { AttemptOutcome } from './record/outcome.ts'
import type { TestOutcome } from './transports/test-recipients.ts'

/** The facts about the recipient at the time of the claim. */
export const factsAtClaim = (email: ClaimedEmail): RecipientFacts => ({
  isContactGone: isContactGone(email),
  isSubscribed: email.contact?.subscribed === true,
  suppressedFor: email.suppressed_for,
  topicState: email.topic_state,
})

/** Whether the contact was deleted while the email, or the email it is a copy of, waited. */
const isContactGone = ({ contact_id: contactId, contact, recipients }: ClaimedEmail): boolean =>
  contact === null && (contactId ?? (recipients as EmailRecipients | null)?.contactId) !== undefined

type StopContext = { facts: RecipientFacts; testOutcome: TestOutcome | undefined }

/** The outcome of an email that must not be sent, because of a change since it was accepted. */
export function stopOutcomeOf(
  { lane }: Pick<ClaimedEmail, 'lane'>,
  { facts: { isContactGone: isGone, isSubscribed, suppressedFor, topicState }, testOutcome }: StopContext,
): AttemptOutcome | undefined {
  if (isGone) return { status: 'CANCELLED', reason: CONTACT_DELETED }
  if (testOutcome === 'suppressed') return { status: 'SUPPRESSED', reason: 'manual' }
  // The complaint or bounce of a test recipient is simulated, so its suppression does not stop the next one.
  if (suppressedFor !== null && testOutcome === undefined) {
    return { status: 'SUPPRESSED', reason: suppressedFor }
  }
  const hasLeft = lane === LANE_NUMBERS.marketing && !isSubscribed
  if (hasLeft) return { status: 'SUPPRESSED', reason: 'unsubscribed' }
  if (topicState === 'not_in_topic') return { status: 'SUPPRESSED', reason: topicState }
  return topicState === 'topic_deleted' ? { status: 'CANCELLED', reason: topicState } : undefined
}

/** The outcome of an email that has to wait, or has waited for the frequency cap for too long. */
export function holdOutcomeOf(hold: Hold): AttemptOutcome {
  if (hold.heldFor === null) return { status: 'SUPPRESSED', reason: 'frequency_cap' }
  const { heldFor, until } = hold
  return {
    status: 'SCHEDULED',
    retryAt: until,
    isWaiting: true,
    heldFor,
    reason: HOLD_REASONS[heldFor],
    ...(heldFor === 'cap' && { capHeldSince: hold.since }),
  }
}

const HOLD_REASONS = {
  cap: 'its recipient has got as much marketing email as the frequency cap of the project allows',
  quiet_hours: 'it is quiet hours where its recipient is',
}
