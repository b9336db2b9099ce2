import type { Deps } from '../../platform/deps.ts'
import { handle } from '../../platform/jobs/handler.ts'
import type { BoundHandler } from '../../platform/jobs/handler.ts'
import { done, snooze } from '../../platform/jobs/outcome.ts'
import { dropOldMonths } from '../delivery/index.ts'
import { judgeHitsAgain } from './judge-again.service.ts'
import { HIT_TABLES } from './tracking.months.ts'
import { dropOldHitsJob, judgeAgainJob } from './tracking.jobs.ts'

export function trackingHandlers(deps: Deps): BoundHandler[] {
  return [
    handle(dropOldHitsJob, async () => {
      const { database, config, clock, log } = deps
      const keptDays = config.MAIL_RETENTION_DAYS
      await dropOldMonths(database, { tables: HIT_TABLES, keptDays, now: clock.now(), log })
    }),
    handle(judgeAgainJob, async (_payload, { signal }) => {
      const emails = await judgeHitsAgain(deps, { signal })
      if (emails > 0) deps.log.info({ emails }, 'opens and clicks judged by new rules')
      return signal.aborted ? snooze(0) : done
    }),
  ]
}
