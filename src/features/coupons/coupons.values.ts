/** Why an email that names a coupon list could not be made. */
export const COUPON_FAILURES = ['coupon_list_empty', 'coupon_list_missing'] as const
