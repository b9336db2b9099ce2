/** The names of the keys by which providers prove their reports. */
export const PROOF_NAMES = ['sendgrid', 'mailgun', 'resend', 'sns-topic', 'basic-auth'] as const
export type ProofName = (typeof PROOF_NAMES)[number]
