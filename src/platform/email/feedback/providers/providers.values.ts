/** The names of the providers that report to a feedback door; `custom` is our own form. */
export const PROVIDERS = [
  'ses',
  'sendgrid',
  'mailgun',
  'postmark',
  'resend',
  'brevo',
  'mailjet',
  'sparkpost',
  'custom',
] as const
export type Provider = (typeof PROVIDERS)[number]
