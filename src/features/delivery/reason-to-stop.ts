import type { RecipientFacts } from './gates/recipient-gates.ts'
import { firstStop } from './gates/recipient-gates.ts'
import type { Hold } from './queue/claim.queries.ts'
import { CONTACT_DELETED } from './record/erase.queries.ts'
import type { AttemptOutcome } from './record/outcome.ts'
import { suppressionOf } from './transports/test-recipients.ts'

type StopQuestion = { address: string; isContactGone: boolean; facts: RecipientFacts }

/** The outcome of an email that must not be sent, because of a change since it was accepted. */
export function stopOutcomeOf({ address, isContactGone, facts }: StopQuestion): AttemptOutcome | undefined {
  if (isContactGone) return { status: 'CANCELLED', reason: CONTACT_DELETED }
  const stop = firstStop({ ...facts, suppressedFor: suppressionOf(address, facts.suppressedFor) })
  if (!stop) return undefined
  const { reason } = stop
  return { status: reason === 'topic_deleted' ? 'CANCELLED' : 'SUPPRESSED', reason }
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
  cap: 'its recipient has got as much marketing email as the frequency cap of the project or the topic allows',
  quiet_hours: 'it is quiet hours where its recipient is',
}
