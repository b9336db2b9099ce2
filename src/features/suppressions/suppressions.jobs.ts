import { defineJob } from '../../platform/jobs/define-job.ts'
import { NoPayload } from '../../platform/jobs/payload.schema.ts'

export const forgetEndedJob = defineJob({
  name: 'suppressions.forget-ended',
  payload: NoPayload,
  maxAttempts: 3,
})
