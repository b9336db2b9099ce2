import type { Deps } from '../../../platform/deps.ts'
import { handle } from '../../../platform/jobs/handler.ts'
import type { BoundHandler } from '../../../platform/jobs/handler.ts'
import { judgeHealthJob } from './health.jobs.ts'
import { judgeHealth } from './health.service.ts'

/** Every minute, so a bad list can be sent for a minute at full speed before it is paused. */
export function healthHandlers({ database, clock, log }: Deps): BoundHandler[] {
  return [handle(judgeHealthJob, () => judgeHealth(database.db, { now: clock.now(), log }))]
}
