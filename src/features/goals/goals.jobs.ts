import { scheduledJob } from '../../platform/jobs/define-job.ts'

export const tidyGoalsJob = scheduledJob('goals.tidy', '43 4 * * *')
