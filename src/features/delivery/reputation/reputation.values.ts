/** The counts of the emails of a day. */
export const REPUTATION_COUNTS = ['emails', 'accepted', 'deferred', 'bounced', 'complained'] as const
export type ReputationCount = (typeof REPUTATION_COUNTS)[number]

/** The effects of a reply on its email; `reported`: refused later, by a report. */
export const REPLY_EFFECTS = ['deferred', 'refused', 'reported'] as const

// 13 months: a month can be compared with that of the year before.
export const KEPT_DAYS = 400

/** `transport` and `destination`: it rested, because it did not work or accepted no more email. */
export const BRAKE_KINDS = ['warned', 'paused', 'transport', 'destination', 'warm-up'] as const
export type BrakeKind = (typeof BRAKE_KINDS)[number]
