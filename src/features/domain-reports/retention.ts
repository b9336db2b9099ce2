import { utcDay } from '../../platform/time/local-day.ts'
import { KEPT_MONTHS } from './domain-reports.values.ts'

/** The reasons of reports that could not be read. */
export const PARKED_MS = 30 * 86_400_000

/** The first day whose reports are kept. */
export function keptSince(now: Date): string {
  const since = new Date(now)
  since.setUTCMonth(since.getUTCMonth() - KEPT_MONTHS)
  return utcDay(since)
}
