import { scheduledJob } from '../../platform/jobs/define-job.ts'

export const deleteOldOperationsJob = scheduledJob('operations.forget-old', '23 * * * *')
