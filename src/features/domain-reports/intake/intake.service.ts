// Takes the emails that come for dmarc@ and tlsrpt@ of a domain. They are stored before their sender is answered; reading them
// is work for later (read-reports.work.ts).
import type { Db } from '../../../platform/db/client.ts'
import { newId } from '../../../platform/ids.ts'
import type { ReportEmailId } from '../../../platform/ids.ts'
import { REPORT_LIMITS } from '../../../platform/email/domain-reports/report-limits.values.ts'
import { findOwnerOfDomain, insertReportEmail } from './intake.queries.ts'

/** Reports of all receivers come within a few hours; each has a few kilobytes, and one that is hostile 3 MB. */
const MOST_WAITING = 200

/** One byte more than is read tells that an email is too large. */
export const REPORT_EMAIL_BYTES = REPORT_LIMITS.emailBytes + 1

type ArrivedReport = { domain: string; raw: Uint8Array; now: Date }

/** `dropped`: no project has proved that the domain is its own. `full`: the sender has to try again later. */
export async function storeReport(
  db: Db,
  { domain, raw, now }: ArrivedReport,
): Promise<'stored' | 'dropped' | 'full'> {
  const owner = await findOwnerOfDomain(db, { domain })
  if (!owner) return 'dropped'
  const id = newId<ReportEmailId>(now)
  const isStored = await insertReportEmail(db, { ...owner, id, raw, now, mostWaiting: MOST_WAITING })
  return isStored ? 'stored' : 'full'
}
