/** From weakest to strongest: an address with two reasons keeps the later one of this list. */
export const SUPPRESSION_REASONS = ['soft_bounces', 'manual', 'hard_bounce', 'complaint'] as const

/** Addresses for tests: emails to them never leave the machine and end with a known result. */
export const TEST_RECIPIENT_DOMAIN = 'inbox.lettermill.test'

/** The contacts of the sample data: emails to them never leave the machine. .example is reserved (RFC 2606). */
export const SAMPLE_DOMAIN = 'sample.example'

/** Test recipients are never suppressed: a simulated bounce must not stop the next test. */
export const isTestRecipient = (email: string): boolean => email.endsWith(`@${TEST_RECIPIENT_DOMAIN}`)

export const TEST_RECIPIENT = `is a test recipient: addresses of ${TEST_RECIPIENT_DOMAIN} are never suppressed`
