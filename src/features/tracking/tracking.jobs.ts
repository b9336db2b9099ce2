import { scheduledJob } from '../../platform/jobs/define-job.ts'

export const dropOldHitsJob = scheduledJob('tracking.drop-old-hits', '33 3 * * *', { maxAttempts: 10 })

// At night, when few emails are opened; it finds nothing to do unless the rules have changed.
export const judgeAgainJob = scheduledJob('tracking.judge-again', '23 4 * * *', { maxAttempts: 5 })
