import { defineJob } from '../../../platform/jobs/define-job.ts'
import { NoPayload } from '../../../platform/jobs/payload.schema.ts'

export const forgetMessagesJob = defineJob({
  name: 'delivery.forget-messages',
  payload: NoPayload,
  maxAttempts: 3,
})
