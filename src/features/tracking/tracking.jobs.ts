import { defineJob } from '../../platform/jobs/define-job.ts'
import { NoPayload } from '../../platform/jobs/payload.schema.ts'

export const dropOldHitsJob = defineJob({
  name: 'tracking.drop-old-hits',
  payload: NoPayload,
  maxAttempts: 10,
})

export const judgeAgainJob = defineJob({ name: 'tracking.judge-again', payload: NoPayload, maxAttempts: 5 })
