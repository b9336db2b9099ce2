import { scheduledJob } from '../../platform/jobs/define-job.ts'

export const expireConfirmationsJob = scheduledJob('opt-in.expire', '*/10 * * * *')
