import type { MonthlyTable } from '../../../platform/db/months.ts'

// The month before is there for nodes whose clock is behind on the first of a month.
const monthsBack = 1

/** The record of emails, and what is told of them. */
export const RECORD_TABLES: readonly MonthlyTable[] = [
  { name: 'emails', monthsBack },
  { name: 'email_events', monthsBack },
]

/** What was in them, which is kept for a shorter time, by the month in which they ended. */
export const CONTENT_TABLES: readonly MonthlyTable[] = [
  { name: 'email_payloads', monthsBack },
  { name: 'inbox_messages', monthsBack },
]

export const EMAIL_TABLES = [...RECORD_TABLES, ...CONTENT_TABLES]
