// Alerts about what signed reports say: judged by a job. The transaction that notes that they were given also records them as
// events and enqueues the emails to members: one per member and domain, with all alerts of the run.
import { inTransaction } from '../../../platform/db/client.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { dayAfter } from '../../../platform/time/days.ts'
import { utcDay } from '../../../platform/time/local-day.ts'
import { newId } from '../../../platform/ids.ts'
import type { EmailId, GivenAlertId, Id } from '../../../platform/ids.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { listAlertRecipients } from '../../accounts/index.ts'
import { recordEvent } from '../../events/index.ts'
import { emailAlertsJob } from '../domain-reports.jobs.ts'
import { ALERT_EVENTS } from '../domain-reports.values.ts'
import type { ReportedDomainRef } from '../intake/intake.queries.ts'
import { insertAlertEmail, insertGivenAlert } from './alert-emails.queries.ts'
import type { AlertRun } from './alert-emails.queries.ts'
import {
  countAlignment,
  insertAlert,
  listDomainsToJudge,
  listTlsDays,
  listUnalignedNetworks,
  lockReportedDomain,
} from './alerts.queries.ts'
import { judgeReports } from './verdicts.ts'
import type { ReportAlert } from './verdicts.ts'

const DAY_MS = 86_400_000
const RECENT_DAYS = 7
const DAYS_BEFORE = 28
/** A node that was down for some hours still judges what came. */
const RECEIVED_MS = 6 * 3_600_000
/** A problem that has lasted so long, or has come back. */
const REPEAT_MS = 28 * DAY_MS

/** More people than manage the domains of a project. */
const MOST_EMAILS = 100

const dayBefore = (now: Date, days: number): string => dayAfter(utcDay(now), -days)

export async function giveAlerts(db: Db, now: Date): Promise<void> {
  const domains = await listDomainsToJudge(db, {
    sinceDay: dayBefore(now, RECENT_DAYS),
    receivedSince: new Date(now.getTime() - RECEIVED_MS),
  })
  for (const domain of domains) await inTransaction(db, (trx) => giveAlertsOf(trx, { ...domain, now }))
}

async function giveAlertsOf(
  trx: Trx,
  { projectId, domainId, now }: ReportedDomainRef & { now: Date },
): Promise<void> {
  const ref = { projectId, domainId }
  const domain = await lockReportedDomain(trx, ref)
  if (domain === undefined) return
  const recent = {
    ...ref,
    from: dayBefore(now, RECENT_DAYS),
    to: dayBefore(now, 1),
  }
  const before = {
    ...ref,
    from: dayBefore(now, RECENT_DAYS + DAYS_BEFORE),
    to: dayBefore(now, RECENT_DAYS + 1),
  }
  const alerts = judgeReports({
    domain,
    networks: await listUnalignedNetworks(trx, recent),
    recent: await countAlignment(trx, recent),
    before: await countAlignment(trx, before),
    tlsDays: await listTlsDays(trx, recent),
  })
  const run = { ...ref, runId: newId<Id<'alert run'>>(now) }
  let hasGiven = false
  // In one order, so that two nodes never wait for each other.
  for (const alert of alerts.toSorted(byKey)) {
    if (await giveAlert(trx, { run, domain, alert, now })) hasGiven = true
  }
  if (hasGiven) await enqueueEmails(trx, { run, now })
}

type AlertToGive = { run: AlertRun; domain: string; alert: ReportAlert; now: Date }

/** False if it was given before. */
async function giveAlert(trx: Trx, { run, domain, alert, now }: AlertToGive): Promise<boolean> {
  const { projectId, domainId } = run
  const { kind, subject, data } = alert
  const repeatBefore = kind === 'new-source' ? null : new Date(now.getTime() - REPEAT_MS)
  if (!(await insertAlert(trx, { projectId, domainId, kind, subject, now, repeatBefore }))) return false
  await insertGivenAlert(trx, { ...run, id: newId<GivenAlertId>(now), alert, now })
  await recordEvent(trx, {
    projectId,
    name: ALERT_EVENTS[kind],
    contactId: null,
    data: { domainId, domain, ...data },
    now,
  })
  return true
}

async function enqueueEmails(trx: Trx, { run, now }: { run: AlertRun; now: Date }): Promise<void> {
  const { projectId } = run
  for (const userId of await listAlertRecipients(trx, { projectId, limit: MOST_EMAILS })) {
    const id = newId<EmailId>(now)
    await insertAlertEmail(trx, { ...run, id, userId, now })
    await enqueue(trx, emailAlertsJob, { payload: { projectId, id } })
  }
}

const keyOf = ({ kind, subject }: ReportAlert): string => `${kind} ${subject}`
const byKey = (a: ReportAlert, b: ReportAlert): number => (keyOf(a) < keyOf(b) ? -1 : 1)
