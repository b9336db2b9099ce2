import { defineJob, scheduledJob } from '../../platform/jobs/define-job.ts'
import { AlertEmailPayload } from './alerts/alert-emails.schema.ts'

/** After midnight in UTC, when a day has ended. */
export const countSentDaysJob = scheduledJob('domain-reports.count-sent', '17 * * * *')
export const nameSourcesJob = scheduledJob('domain-reports.name-sources', '27 * * * *')
export const giveAlertsJob = scheduledJob('domain-reports.give-alerts', '47 * * * *')
export const deleteOldReportsJob = scheduledJob('domain-reports.delete-old', '37 3 * * *')

/** The attempts take about three and a half hours: a relay that is down for longer has an operator who looks at it. */
export const emailAlertsJob = defineJob<AlertEmailPayload>({
  name: 'domain-reports.email-alerts',
  payload: AlertEmailPayload,
  maxAttempts: 10,
})
