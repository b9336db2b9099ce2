import { scheduledJob } from '../../platform/jobs/define-job.ts'

export const tidyTrackingJob = scheduledJob('track.tidy', '*/10 * * * *')
