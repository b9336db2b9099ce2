// How the counter `campaigns` names what has become of an email (campaign_email_state in migrations/0028_campaigns.sql).

/** Taken by the recipient's server, and not returned since. */
export const DELIVERED_STATES = ['SENT', 'DELIVERED', 'COMPLAINED'] as const

/** Taken by the recipient's server, and bounced later. */
export const RETURNED_STATE = 'RETURNED'

/** What counts as sent: also what came back later. */
export const SENT_STATES = [...DELIVERED_STATES, RETURNED_STATE] as const
