// Reads the emails that wait, one at a time per project. A thread with little memory opens the file, DNS tells who signed it, and
// one transaction adds its figures and deletes the email. An email that cannot be read is parked with the reason.
import { isDatabaseUnavailable } from '../../../platform/db/failures/database-errors.ts'
import type { Deps } from '../../../platform/deps.ts'
import { ReportError } from '../../../platform/email/domain-reports/report-error.ts'
import { readReportTask } from '../../../platform/email/domain-reports/report-task.ts'
import type { ReportReading } from '../../../platform/email/domain-reports/read-domain-report.ts'
import type { ReportEmailId } from '../../../platform/ids.ts'
import { ThreadMemoryError, ThreadTimeoutError } from '../../../platform/threads/thread-errors.ts'
import { holdingClaim, pauseAfter, postponeClaims } from '../../../platform/work/due-rows.ts'
import type { Claim } from '../../../platform/work/due-rows.ts'
import type { LeasedWork } from '../../../platform/work/work-kinds.ts'
import { returnPathName } from '../../domains/index.ts'
import { deleteReportEmail, findWaitingReport, parkReportEmail } from './intake.queries.ts'
import type { WaitingReport } from './intake.queries.ts'
import { findSigner } from './reporter-signature.service.ts'
import { storeReadReport } from './store-report.service.ts'

const TABLE = 'report_emails'
// The thread reads one file at a time; meanwhile another waits for DNS.
const SLOTS = 2
// A file takes at most 16 s on a busy machine, and DNS 3 s per signature.
export const LEASE_MS = 120_000
/** After that, a key that DNS does not tell counts as none. */
const MOST_DNS_ATTEMPTS = 5

type ReadDeps = Pick<Deps, 'clock' | 'database' | 'dns' | 'log' | 'metrics' | 'threads'>

export const readReportsWork = (deps: ReadDeps): LeasedWork<ReportEmailId> => {
  const read = deps.metrics.counter(
    'lettermill_domain_reports_total',
    'Reports of receivers about sender domains, by kind and result.',
  )
  return {
    type: 'leased',
    name: 'domain reports',
    table: TABLE,
    batchSize: 1,
    slots: SLOTS,
    slotsPerProject: 1,
    leaseMs: LEASE_MS,
    async run(claims) {
      for (const claim of claims) read.add(await readClaimed(deps, claim))
    },
  }
}

type ReadLabels = { kind: string; result: string }

async function readClaimed(deps: ReadDeps, claim: Claim<ReportEmailId>): Promise<ReadLabels> {
  const email = await findWaitingReport(deps.database.db, claim)
  if (!email) return { kind: 'none', result: 'gone' }
  const reading = await readInThread(deps, { claim, email })
  if (reading.problem !== null) return park(deps, { claim, ...reading })
  const signer = await findSigner(deps, reading)
  if (signer.status === 'unanswered' && claim.attempts < MOST_DNS_ATTEMPTS) return postpone(deps, claim)
  try {
    return await store(deps, {
      claim,
      email,
      reading,
      signer: signer.status === 'signed' ? signer.domain : undefined,
    })
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    const problem = error instanceof ReportError ? error.message : refusedBy(error)
    if (!(error instanceof ReportError)) {
      deps.log.error({ err: error, ...claim }, 'a report could not be stored')
    }
    return park(deps, { claim, fromDomain: reading.fromDomain, problem })
  }
}

type ClaimedReport = { claim: Claim<ReportEmailId>; email: WaitingReport }

async function readInThread(deps: ReadDeps, { claim, email }: ClaimedReport): Promise<ReportReading> {
  const about = {
    domain: email.domain,
    returnPaths: [returnPathName(email.domain)],
    selectors: email.selectors,
  }
  try {
    return await deps.threads.run(
      readReportTask,
      { raw: new Uint8Array(email.raw), about },
      { lane: claim.projectId },
    )
  } catch (error) {
    if (!(error instanceof ThreadTimeoutError || error instanceof ThreadMemoryError)) throw error
    const what = error instanceof ThreadTimeoutError ? 'time' : 'memory'
    return {
      fromDomain: null,
      signatures: [],
      report: null,
      problem: `Reading the report took too much ${what}.`,
    }
  }
}

type VerifiedReport = ClaimedReport & {
  reading: Extract<ReportReading, { problem: null }>
  signer: string | undefined
}

async function store(deps: ReadDeps, { claim, email, reading, signer }: VerifiedReport): Promise<ReadLabels> {
  const { report, fromDomain } = reading
  const stored = await holdingClaim(deps.database.db, { table: TABLE, claim }, async (trx) => {
    await deleteReportEmail(trx, claim)
    const { projectId } = claim
    return storeReadReport(trx, {
      projectId,
      domainId: email.domainId,
      report,
      signer,
      fromDomain,
      now: deps.clock.now(),
    })
  })
  const result = stored?.isNew === true ? (stored.isSigned ? 'signed' : 'unsigned') : 'repeated'
  return { kind: report.kind, result }
}

type RefusedEmail = { claim: Claim<ReportEmailId>; fromDomain: string | null; problem: string }

async function park(deps: ReadDeps, { claim, fromDomain, problem }: RefusedEmail): Promise<ReadLabels> {
  await holdingClaim(deps.database.db, { table: TABLE, claim }, (trx) =>
    parkReportEmail(trx, { ...claim, fromDomain, problem }),
  )
  deps.log.info({ projectId: claim.projectId, fromDomain, problem }, 'a report was not counted')
  return { kind: 'unknown', result: 'parked' }
}

async function postpone(deps: ReadDeps, claim: Claim<ReportEmailId>): Promise<ReadLabels> {
  const dueAt = new Date(deps.clock.now().getTime() + pauseAfter(claim.attempts))
  await postponeClaims(deps.database.db, { table: TABLE, claims: [claim], dueAt })
  return { kind: 'unknown', result: 'postponed' }
}

const refusedBy = (error: unknown): string =>
  `The database refused it: ${error instanceof Error ? error.message.slice(0, 200) : 'unknown'}.`
