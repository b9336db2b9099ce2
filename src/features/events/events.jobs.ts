import { NoPayload } from '../../platform/jobs/payload.schema.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'

export const makePartitionsJob = defineJob({
  name: 'events.make-partitions',
  payload: NoPayload,
  maxAttempts: 10,
})
