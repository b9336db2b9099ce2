import type { MonthlyTable } from '../../platform/db/months.ts'

/** Callers may backdate an event by 30 days, and 30 days before the first of March is in January. */
export const EVENT_TABLES: readonly MonthlyTable[] = [{ name: 'events', monthsBack: 2 }]
