import { scheduledJob } from '../../platform/jobs/define-job.ts'

/** Looks whether a source is due; each is every six hours. */
export const runSourcesJob = scheduledJob('postmaster.run-sources', '* * * * *')
