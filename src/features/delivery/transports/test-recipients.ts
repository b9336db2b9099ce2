// Test recipients: email to them never leaves the machine and always has the same outcome, so that an integration can
// be tested against every outcome. `+label` may follow the name.
import type { AttemptResult } from '../../../platform/email/transport.ts'
import { SAMPLE_DOMAIN, TEST_RECIPIENT_DOMAIN } from '../../suppressions/index.ts'

export const TEST_OUTCOMES = ['delivered', 'bounced', 'complained', 'deferred', 'suppressed'] as const
export type TestOutcome = (typeof TEST_OUTCOMES)[number]

/** Matches the test recipient that counts as suppressed; a regular expression for SQL. */
export const SUPPRESSED_TEST_ADDRESS = '^suppressed[+@]'

/** Email to the sample data stays in the inbox, whatever the transport is, and counts like any other. */
export const isKeptHere = (address: string): boolean => address.endsWith(`@${SAMPLE_DOMAIN}`)

/** The outcome of email to this address; undefined for a real address. */
export function testOutcomeOf(address: string): TestOutcome | undefined {
  const [local = '', domain] = address.split('@')
  if (domain !== TEST_RECIPIENT_DOMAIN) return undefined
  const name = local.split('+', 1)[0]
  // Any other name at this domain is an ordinary inbox.
  return TEST_OUTCOMES.find((testOutcome) => testOutcome === name) ?? 'delivered'
}

/**
 * The suppression that stops email to this address. The complaint or bounce of a test recipient is simulated, so its
 * suppression does not stop the next email.
 */
export function suppressionOf(address: string, suppressedFor: string | null): string | null {
  const outcome = testOutcomeOf(address)
  if (outcome === undefined) return suppressedFor
  return outcome === 'suppressed' ? 'manual' : null
}

/** The simulated answer of a receiver. A complaint follows an accepted email; suppression is decided before. */
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
