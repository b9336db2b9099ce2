import { scheduledJob } from '../../../platform/jobs/define-job.ts'

export const dropOldEmailsJob = scheduledJob('delivery.drop-old-emails', '29 3 * * *', { maxAttempts: 10 })

export const eraseOldContentsJob = scheduledJob('delivery.erase-old-contents', '41 3 * * *', {
  maxAttempts: 10,
})

export const foldTalliesJob = scheduledJob('delivery.fold-tallies', '53 3 * * *')
