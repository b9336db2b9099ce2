import type { Deps } from '../../platform/deps.ts'
import { handle } from '../../platform/jobs/handler.ts'
import type { BoundHandler } from '../../platform/jobs/handler.ts'
import { done, snooze } from '../../platform/jobs/outcome.ts'
import { judgeHitsAgain } from './judge-again.service.ts'
import { judgeAgainJob } from './tracking.jobs.ts'

/** Once a night, when mail is read least; without a change of the rules it finds nothing to do. */
export function trackingHandlers(deps: Deps): BoundHandler[] {
  return [
    handle(
      judgeAgainJob,
      async (_payload, { signal }) => {
        const mails = await judgeHitsAgain(deps, { signal })
        if (mails > 0) deps.log.info({ mails }, 'opens and clicks judged by new rules')
        return signal.aborted ? snooze(0) : done
      },
      { cron: '23 4 * * *' },
    ),
  ]
}
