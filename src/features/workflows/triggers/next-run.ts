import { Cron } from 'croner'
import type { Definition } from '../definition.schema.ts'

type Schedule = Extract<Definition['trigger'], { type: 'SCHEDULE' }>

/** The next time after `now`; null if there is none. When clocks go forward, a skipped time comes at once. */
export function nextRun({ cron, timezone }: Pick<Schedule, 'cron' | 'timezone'>, now: Date): Date | null {
  return new Cron(cron, { timezone: timezone ?? 'UTC', paused: true }).nextRun(now)
}
