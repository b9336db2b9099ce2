import { defineJob } from '../../platform/jobs/define-job.ts'
import { ProjectPayload } from './projects.schema.ts'

/** The limits of marketing email were changed. */
export const limitsChangedJob = defineJob({
  name: 'projects.limits-changed',
  payload: ProjectPayload,
  maxAttempts: 10,
})
