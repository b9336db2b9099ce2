import { defineJob, scheduledJob } from '../../platform/jobs/define-job.ts'
import { PasswordResetPayload } from './password-reset/password-reset.schema.ts'

export const tidyAccountsJob = scheduledJob('accounts.tidy', '23 * * * *')

/** The attempts take about four minutes: nobody waits longer for a link. */
export const emailPasswordResetJob = defineJob<PasswordResetPayload>({
  name: 'accounts.email-password-reset',
  payload: PasswordResetPayload,
  maxAttempts: 6,
})
