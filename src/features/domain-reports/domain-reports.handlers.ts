import type { Deps } from '../../platform/deps.ts'
import { handle } from '../../platform/jobs/handler.ts'
import type { BoundHandler } from '../../platform/jobs/handler.ts'
import { createAlertEmailSender } from './alerts/alert-emails.service.ts'
import { giveAlerts } from './alerts/alerts.service.ts'
import {
  countSentDaysJob,
  deleteOldReportsJob,
  emailAlertsJob,
  giveAlertsJob,
  nameSourcesJob,
} from './domain-reports.jobs.ts'
import { countSentDays } from './sent-days.service.ts'
import { nameSources } from './source-names.service.ts'
import { keptSince, PARKED_MS } from './retention.ts'
import { deleteOldReports } from './retention.queries.ts'

export function domainReportHandlers(deps: Deps): BoundHandler[] {
  const { database, clock } = deps
  const sendAlertEmail = createAlertEmailSender(deps)
  return [
    handle(countSentDaysJob, () => countSentDays(database.db, clock.now())),
    handle(nameSourcesJob, () => nameSources(deps)),
    handle(giveAlertsJob, () => giveAlerts(database.db, clock.now())),
    handle(emailAlertsJob, sendAlertEmail),
    handle(deleteOldReportsJob, () =>
      deleteOldReports(database.db, {
        keptSince: keptSince(clock.now()),
        parkedSince: new Date(clock.now().getTime() - PARKED_MS),
      }),
    ),
  ]
}
