import { scheduledJob } from '../../../platform/jobs/define-job.ts'

export const foldRepliesJob = scheduledJob('delivery.fold-replies', '* * * * *')

export const foldStandingsJob = scheduledJob('delivery.fold-standings', '57 3 * * *')
