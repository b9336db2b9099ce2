import type { RecipientFacts } from '../gates/recipient-gates.ts'
import type { ClaimedEmail } from './claim.queries.ts'
import type { EmailRecipients } from './recipients.schema.ts'
import { LANE_NUMBERS } from './retry-schedule.ts'

/** The facts about the recipient at the time of the claim. */
export const factsAtClaim = (email: ClaimedEmail): RecipientFacts => ({
  isMarketing: email.lane === LANE_NUMBERS.marketing,
  suppressedFor: email.suppressed_for,
  subscription: email.subscription,
  isPaused: email.is_contact_paused,
  topicState: email.topic_state,
})

/** Whether the contact was deleted while the email, or the email it is a copy of, waited. */
export const isContactGone = ({ contact_id: contactId, contact, recipients }: ClaimedEmail): boolean =>
  contact === null && (contactId ?? (recipients as EmailRecipients | null)?.contactId) !== undefined
