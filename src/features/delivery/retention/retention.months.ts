import type { MonthlyTable } from '../../../platform/db/months.ts'

// Nodes whose clock is behind on the first of a month need the month before.
const monthsBack = 1

/** The record of emails and their history. */
export const RECORD_TABLES: readonly MonthlyTable[] = [
  { name: 'emails', monthsBack },
  { name: 'email_events', monthsBack },
]

/** The contents of emails, by the month in which they ended; kept for a shorter time. */
export const CONTENT_TABLES: readonly MonthlyTable[] = [
  { name: 'email_payloads', monthsBack },
  { name: 'inbox_messages', monthsBack, hasObjects: true },
]

export const EMAIL_TABLES = [...RECORD_TABLES, ...CONTENT_TABLES]
