// Alerts about what signed reports say: judged by a job, recorded as events in the transaction that notes that they were given.
import { inTransaction } from '../../../platform/db/client.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { dayAfter } from '../../../platform/time/days.ts'
import { utcDay } from '../../../platform/time/local-day.ts'
import { recordEvent } from '../../events/index.ts'
import type { SystemEventName } from '../../events/index.ts'
import type { ReportedDomainRef } from '../intake/intake.queries.ts'
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

const EVENTS: Record<ReportAlert['kind'], SystemEventName> = {
  'new-source': 'email.unknown_source',
  alignment: 'email.alignment_dropped',
  tls: 'email.tls_failing',
}

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
  // In one order, so that two nodes never wait for each other.
  for (const { kind, subject, data } of alerts.toSorted(byKey)) {
    const repeatBefore = kind === 'new-source' ? null : new Date(now.getTime() - REPEAT_MS)
    if (!(await insertAlert(trx, { ...ref, kind, subject, now, repeatBefore }))) continue
    await recordEvent(trx, {
      projectId,
      name: EVENTS[kind],
      contactId: null,
      data: { domainId, domain, ...data },
      now,
    })
  }
}

const keyOf = ({ kind, subject }: ReportAlert): string => `${kind} ${subject}`
const byKey = (a: ReportAlert, b: ReportAlert): number => (keyOf(a) < keyOf(b) ? -1 : 1)
