import { defineJob } from '../../platform/jobs/define-job.ts'
import { NoPayload } from '../../platform/jobs/payload.schema.ts'

export const judgeAgainJob = defineJob({ name: 'tracking.judge-again', payload: NoPayload, maxAttempts: 5 })
