export const CAMPAIGN_STATUSES = ['DRAFT', 'SCHEDULED', 'SENDING', 'SENT', 'CANCELLED'] as const

/** The figures that can decide between the variants of a campaign. */
export const TEST_METRICS = ['clicks', 'opens', 'conversions'] as const

/** A is the campaign itself. */
export const VARIANT_NAMES = ['A', 'B', 'C', 'D'] as const
