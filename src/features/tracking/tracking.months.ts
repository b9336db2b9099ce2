import type { MonthlyTable } from '../../platform/db/months.ts'

/** Partitioned by the month of the email. */
export const HIT_TABLES: readonly MonthlyTable[] = [
  { name: 'email_hits', monthsBack: 1 },
  { name: 'email_firsts', monthsBack: 1 },
]
