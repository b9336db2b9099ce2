// Test recipients: emails to them never leave the machine and always end the same way, so that an integration can be tried
// against every outcome. `+label` may follow the name.
import type { AttemptResult } from '../../../platform/email/transport.ts'
import { TEST_RECIPIENT_DOMAIN } from '../../suppressions/index.ts'

export const TEST_OUTCOMES = ['delivered', 'bounced', 'complained', 'deferred', 'suppressed'] as const
export type TestOutcome = (typeof TEST_OUTCOMES)[number]

/** The test recipient that acts as if it were on the suppression list, as a pattern for the statement that accepts email. */
export const SUPPRESSED_TEST_ADDRESS = '^suppressed[+@]'

/** How an email to this address ends; undefined for a real address. */
export function testOutcomeOf(address: string): TestOutcome | undefined {
  const [local = '', domain] = address.split('@')
  if (domain !== TEST_RECIPIENT_DOMAIN) return undefined
  const name = local.split('+', 1)[0]
  // Any other name under this domain is an inbox like every other.
  return TEST_OUTCOMES.find((testOutcome) => testOutcome === name) ?? 'delivered'
}

/** What a receiver would have answered. A complaint comes after an accepted email; suppression is decided before. */
export function simulateOutcome(testOutcome: Exclude<TestOutcome, 'suppressed'>): AttemptResult {
  switch (testOutcome) {
    case 'delivered':
    case 'complained':
      return {
        kind: 'accepted',
        reply: { code: 250, enhancedCode: '2.0.0', text: 'OK (test recipient)' },
        isDelivered: true,
      }
    case 'bounced':
      return {
        kind: 'rejected',
        stage: 'rcpt',
        reply: { code: 550, enhancedCode: '5.1.1', text: 'No such user (test recipient)' },
      }
    case 'deferred':
      return {
        kind: 'deferred',
        stage: 'rcpt',
        reply: { code: 451, enhancedCode: '4.2.1', text: 'Try again later (test recipient)' },
        reason: '451 4.2.1 Try again later (test recipient)',
      }
  }
}
