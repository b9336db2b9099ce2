import { defineJob } from '../../platform/jobs/define-job.ts'
import { NoPayload } from '../../platform/jobs/payload.schema.ts'

export const checkDomainsJob = defineJob({ name: 'domains.check-due', payload: NoPayload, maxAttempts: 3 })
