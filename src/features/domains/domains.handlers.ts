import type { Deps } from '../../platform/deps.ts'
import { handle } from '../../platform/jobs/handler.ts'
import type { BoundHandler } from '../../platform/jobs/handler.ts'
import { done } from '../../platform/jobs/outcome.ts'
import { checkDueDomains } from './check.service.ts'
import { checkDomainsJob } from './domains.jobs.ts'

export function domainHandlers(deps: Deps): BoundHandler[] {
  return [
    handle(
      checkDomainsJob,
      async (_payload, { signal }) => {
        await checkDueDomains(deps, { signal })
        return done
      },
      { cron: '* * * * *' },
    ),
  ]
}
