import { defineJob } from '../../../platform/jobs/define-job.ts'
import { PartialPayload } from './partials.schema.ts'

/** Prepares the templates that contain a partial again, after it was changed. */
export const refreshTemplatesJob = defineJob({
  name: 'templates.refresh-partial',
  payload: PartialPayload,
  maxAttempts: 10,
})
