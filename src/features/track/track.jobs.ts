import { NoPayload } from '../../platform/jobs/payload.schema.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'

export const tidyTrackingJob = defineJob({ name: 'track.tidy', payload: NoPayload, maxAttempts: 3 })
