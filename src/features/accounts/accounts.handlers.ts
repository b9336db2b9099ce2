import type { Deps } from '../../platform/deps.ts'
import { handle } from '../../platform/jobs/handler.ts'
import type { BoundHandler } from '../../platform/jobs/handler.ts'
import { emailPasswordResetJob, tidyAccountsJob } from './accounts.jobs.ts'
import { emailPasswordReset } from './password-reset/password-reset.service.ts'
import type { PasswordResetEmails } from './password-reset/password-reset.service.ts'
import { tidyAccounts } from './tidy.service.ts'

export function accountHandlers(
  deps: Deps,
  { resetEmails }: { resetEmails: PasswordResetEmails },
): BoundHandler[] {
  const { database, clock } = deps
  return [
    handle(tidyAccountsJob, () => tidyAccounts(database.db, clock.now())),
    handle(emailPasswordResetJob, (payload) => emailPasswordReset({ ...deps, emails: resetEmails }, payload)),
  ]
}
