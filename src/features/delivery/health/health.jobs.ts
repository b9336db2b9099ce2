import { scheduledJob } from '../../../platform/jobs/define-job.ts'

export const judgeHealthJob = scheduledJob('delivery.judge-health', '* * * * *')
