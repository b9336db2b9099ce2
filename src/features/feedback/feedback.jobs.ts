import { scheduledJob } from '../../platform/jobs/define-job.ts'

export const reviewUnmatchedJob = scheduledJob('feedback.review-unmatched', '*/10 * * * *')
