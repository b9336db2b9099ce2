import { defineJob } from '../../platform/jobs/define-job.ts'
import { NoPayload } from '../../platform/jobs/payload.schema.ts'

export const deleteOldOperationsJob = defineJob({
  name: 'operations.forget-old',
  payload: NoPayload,
  maxAttempts: 3,
})
