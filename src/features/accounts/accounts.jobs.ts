import { scheduledJob } from '../../platform/jobs/define-job.ts'

export const tidyAccountsJob = scheduledJob('accounts.tidy', '23 * * * *')
