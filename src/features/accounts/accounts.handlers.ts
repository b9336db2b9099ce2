import type { Deps } from '../../platform/deps.ts'
import { handle } from '../../platform/jobs/handler.ts'
import type { BoundHandler } from '../../platform/jobs/handler.ts'
import { tidyAccountsJob } from './accounts.jobs.ts'
import { tidyAccounts } from './tidy.service.ts'

export function accountHandlers({ database, clock }: Deps): BoundHandler[] {
  return [handle(tidyAccountsJob, () => tidyAccounts(database.db, clock.now()))]
}
