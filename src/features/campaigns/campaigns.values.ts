export const CAMPAIGN_STATUSES = ['DRAFT', 'SCHEDULED', 'SENDING', 'SENT', 'CANCELLED'] as const

/** A is the campaign itself. */
export const VARIANT_NAMES = ['A', 'B', 'C', 'D'] as const
