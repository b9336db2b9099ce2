import type { Deps } from '../../platform/deps.ts'
import { handle } from '../../platform/jobs/handler.ts'
import type { BoundHandler } from '../../platform/jobs/handler.ts'
import { done } from '../../platform/jobs/outcome.ts'
import { tidyAccountsJob } from './accounts.jobs.ts'
import { tidyAccounts } from './tidy.service.ts'

export function accountHandlers({ database, clock }: Deps): BoundHandler[] {
  return [
    handle(
      tidyAccountsJob,
      async () => {
        await tidyAccounts(database.db, clock.now())
        return done
      },
      { cron: '23 * * * *' },
    ),
  ]
}
