import { scheduledJob } from '../../platform/jobs/define-job.ts'

/** After midnight in UTC, when a day has ended. */
export const countSentDaysJob = scheduledJob('domain-reports.count-sent', '17 * * * *')
export const nameSourcesJob = scheduledJob('domain-reports.name-sources', '27 * * * *')
export const giveAlertsJob = scheduledJob('domain-reports.give-alerts', '47 * * * *')
export const deleteOldReportsJob = scheduledJob('domain-reports.delete-old', '37 3 * * *')
