/** The lists of the dashboard that can have saved views. */
export const VIEWED_LISTS = [
  'campaigns',
  'contacts',
  'coupon-lists',
  'domains',
  'emails',
  'forms',
  'partials',
  'recurring-campaigns',
  'segments',
  'suppressions',
  'templates',
  'transports',
  'webhooks',
  'workflows',
] as const
export type ViewedList = (typeof VIEWED_LISTS)[number]
