import type { MonthlyTable } from '../../platform/db/months.ts'

/** Two months back: callers may date an event 30 days back, and 30 days before the first of March is in January. */
export const EVENT_TABLES: readonly MonthlyTable[] = [{ name: 'events', monthsBack: 2 }]
