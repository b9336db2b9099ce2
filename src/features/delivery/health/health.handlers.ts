import type { Deps } from '../../../platform/deps.ts'
import { handle } from '../../../platform/jobs/handler.ts'
import type { BoundHandler } from '../../../platform/jobs/handler.ts'
import { done } from '../../../platform/jobs/outcome.ts'
import { judgeHealthJob } from './health.jobs.ts'
import { judgeHealth } from './health.service.ts'

/** Every minute: at full speed that is the most that a bad list can do before its email is held back. */
export function healthHandlers({ database, clock, log }: Deps): BoundHandler[] {
  return [
    handle(
      judgeHealthJob,
      async () => {
        await judgeHealth(database.db, { now: clock.now(), log })
        return done
      },
      { cron: '* * * * *' },
    ),
  ]
}
