/** As drawn in docs/states.md. */
export const EMAIL_STATUSES = [
  'QUEUED',
  'SCHEDULED',
  'SENDING',
  'SENT',
  'DELIVERED',
  'DEFERRED',
  'BOUNCED',
  'COMPLAINED',
  'FAILED',
  'SUPPRESSED',
  'CANCELLED',
] as const

/** The limits of a project that can hold marketing email. */
export const HELD_FOR = ['cap', 'quiet_hours'] as const

// The states of an email in the counter `campaigns` (campaign_email_state in migrations/0028_campaigns.sql).

/** Accepted by the recipient's server, and not bounced later. */
export const DELIVERED_STATES = ['SENT', 'DELIVERED', 'COMPLAINED'] as const

/** Accepted by the recipient's server, and bounced later. */
export const RETURNED_STATE = 'RETURNED'

/** All emails that count as sent. */
export const SENT_STATES = [...DELIVERED_STATES, RETURNED_STATE] as const
