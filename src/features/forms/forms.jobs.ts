import { scheduledJob } from '../../platform/jobs/define-job.ts'

export const tidyFormsJob = scheduledJob('forms.tidy', '17 * * * *')
