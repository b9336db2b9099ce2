import { defineJob } from '../../../platform/jobs/define-job.ts'
import { NoPayload } from '../../../platform/jobs/payload.schema.ts'

export const judgeHealthJob = defineJob({ name: 'delivery.judge-health', payload: NoPayload, maxAttempts: 3 })
