export const TEMPLATE_TYPES = ['TRANSACTIONAL', 'MARKETING'] as const

/** Stands for a coupon code in previews and tests, which use none up. */
export const SAMPLE_CODE = 'SAMPLE-CODE'
