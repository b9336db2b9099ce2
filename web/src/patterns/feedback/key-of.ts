import type { KeyName, TransportFeedback } from '../../api/connections/feedback.ts'

const KEYS: Partial<Record<NonNullable<TransportFeedback['provider']>, KeyName>> = {
  ses: 'sns-topic',
  sendgrid: 'sendgrid',
  mailgun: 'mailgun',
  resend: 'resend',
}

/** The key with which a provider proves its reports; those without signatures send a user and a password. */
export const keyOf = (provider: TransportFeedback['provider']): KeyName =>
  (provider && KEYS[provider]) ?? 'basic-auth'
