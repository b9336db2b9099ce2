import type { ClaimedEmail, RecipientFacts } from './queue/claim.queries.ts'
import type { EmailRecipients } from './queue/recipients.schema.ts'
import { LANE_NUMBERS } from './queue/retry-schedule.ts'
import { CONTACT_DELETED } from './record/erase.queries.ts'
import type { AttemptOutcome } from './record/outcome.ts'
import type { TestOutcome } from './transports/test-recipients.ts'

/** As they were when the email was claimed. */
export const factsAtClaim = (email: ClaimedEmail): RecipientFacts => ({
  isContactGone: isContactGone(email),
  isSubscribed: email.contact?.subscribed === true,
  suppressedFor: email.suppressed_for,
})

/** Email to a contact that was deleted while it waited, and the copies of it. */
const isContactGone = ({ contact_id: contactId, contact, recipients }: ClaimedEmail): boolean =>
  contact === null && (contactId ?? (recipients as EmailRecipients | null)?.contactId) !== undefined

type StopContext = { facts: RecipientFacts; testOutcome: TestOutcome | undefined }

/** How an email ends whose recipient has left since it was accepted. */
export function stopOutcomeOf(
  { lane }: Pick<ClaimedEmail, 'lane'>,
  { facts: { isContactGone: isGone, isSubscribed, suppressedFor }, testOutcome }: StopContext,
): AttemptOutcome | undefined {
  if (isGone) return { status: 'CANCELLED', reason: CONTACT_DELETED }
  if (testOutcome === 'suppressed') return { status: 'SUPPRESSED', reason: 'manual' }
  // A test recipient's complaint or bounce is acted out, and never keeps it from acting again.
  if (suppressedFor !== null && testOutcome === undefined) {
    return { status: 'SUPPRESSED', reason: suppressedFor }
  }
  const hasLeft = lane === LANE_NUMBERS.marketing && !isSubscribed
  return hasLeft ? { status: 'SUPPRESSED', reason: 'unsubscribed' } : undefined
}
