import { defineJob } from '../../platform/jobs/define-job.ts'
import { NoPayload } from '../../platform/jobs/payload.schema.ts'

export const tidyAccountsJob = defineJob({ name: 'accounts.tidy', payload: NoPayload, maxAttempts: 3 })
