import { Cron } from 'croner'

export type CronInZone = { cron: string; timezone?: string | null | undefined }

/** The next time after `now`; null if there is none. When clocks go forward, a skipped time comes at once. */
export function nextRun({ cron, timezone }: CronInZone, now: Date): Date | null {
  return new Cron(cron, { timezone: timezone ?? 'UTC', paused: true }).nextRun(now)
}
