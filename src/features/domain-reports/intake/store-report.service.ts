// Stores a report that was read: once, by day and source. Stored in the transaction that ends its email.
import type { Trx } from '../../../platform/db/client.ts'
import type {
  DmarcReport,
  DmarcRow,
  DomainReport,
  TlsReport,
} from '../../../platform/email/domain-reports/domain-report.ts'
import { isWithin } from '../../../platform/email/domain-reports/domain-report.ts'
import { ReportError } from '../../../platform/email/domain-reports/report-error.ts'
import { newId } from '../../../platform/ids.ts'
import type { DomainReportId } from '../../../platform/ids.ts'
import { storableText } from '../../../platform/text/storable-text.ts'
import { utcDay } from '../../../platform/time/local-day.ts'
import { KEPT_MONTHS, OTHER_SOURCES, TLS_SUCCESS } from '../domain-reports.values.ts'
import { receiverOf } from '../receivers.ts'
import { keptSince } from '../retention.ts'
import type { ReportedDomainRef } from './intake.queries.ts'
import {
  addDmarcRows,
  addTlsRows,
  countRecentReports,
  insertReport,
  noteSources,
} from './store-report.queries.ts'
import type { NewReport, TlsRow } from './store-report.queries.ts'

/** Anybody can send unsigned reports, and with a domain of their own also signed ones. */
const MOST_PER_DAY = { signed: 1_000, unsigned: 50 }
/** Sources of one report; the smallest are added up. */
const MOST_SOURCES = { signed: 5_000, unsigned: 100 }

const DAY_MS = 86_400_000
// Clocks differ.
const MOST_AHEAD_MS = 2 * DAY_MS
const LONGEST_NAME = 250

export type ReadReport = ReportedDomainRef & {
  report: DomainReport
  /** The domain that signed the email; undefined: nobody. */
  signer: string | undefined
  fromDomain: string | null
  now: Date
}

export type StoredReport = {
  isNew: boolean
  day: string
  isSigned: boolean
  receiver: string
  reporter: string
}

/** @throws ReportError for one that cannot be counted */
export async function storeReadReport(trx: Trx, read: ReadReport): Promise<StoredReport> {
  const { projectId, domainId, report, now } = read
  const isSigned = read.signer !== undefined
  const reporter = cut(read.signer ?? read.fromDomain ?? 'unknown')
  const head = {
    projectId,
    domainId,
    day: dayOf(report, now),
    isSigned,
    reporter,
    receiver: receiverOf(senderOf(read) ?? reporter),
  }
  const limit = MOST_PER_DAY[isSigned ? 'signed' : 'unsigned']
  if ((await countRecentReports(trx, { projectId, domainId, isSigned, now })) >= limit) {
    throw new ReportError(`More than ${limit} ${isSigned ? 'signed' : 'unsigned'} reports came within a day.`)
  }
  const isNew = await insertReport(trx, {
    ...head,
    id: newId<DomainReportId>(now),
    kind: report.kind,
    orgName: cut(report.orgName),
    reportId: cut(report.reportId),
    beginsAt: new Date(report.beginsAt * 1000),
    endsAt: new Date(report.endsAt * 1000),
    policy: report.kind === 'dmarc' ? report.policy : null,
    messages: messagesOf(report),
    now,
  })
  if (isNew) await addFigures(trx, { head, report })
  return { isNew, ...head }
}

type Figures = {
  head: Omit<
    NewReport,
    'id' | 'kind' | 'orgName' | 'reportId' | 'beginsAt' | 'endsAt' | 'policy' | 'messages' | 'now'
  >
  report: DomainReport
}

async function addFigures(trx: Trx, { head, report }: Figures): Promise<void> {
  if (report.kind === 'tls') return addTlsRows(trx, { ...head, rows: tlsRowsOf(report) })
  const rows = withinSources(report, MOST_SOURCES[head.isSigned ? 'signed' : 'unsigned'])
  if (rows.length === 0) return
  await addDmarcRows(trx, { ...head, rows })
  if (head.isSigned) await noteSources(trx, { ...head, sources: rows.map(({ source }) => source) })
}

/** The sender of a report that the domain above it has signed: nobody gets a mailbox at dmarc.yahoo.com. */
function senderOf({ signer, fromDomain }: ReadReport): string | undefined {
  if (signer === undefined || fromDomain === null || !isWithin(fromDomain, signer)) return undefined
  return cut(fromDomain)
}

/** The day in the middle: receivers have days of their own time zone. */
function dayOf({ beginsAt, endsAt }: DomainReport, now: Date): string {
  const day = utcDay(new Date(((beginsAt + endsAt) / 2) * 1000))
  if (day < keptSince(now)) throw new ReportError(`The report is older than ${KEPT_MONTHS} months.`)
  if (endsAt * 1000 > now.getTime() + MOST_AHEAD_MS) throw new ReportError('The report is about the future.')
  return day
}

const cut = (text: string): string => storableText(text).slice(0, LONGEST_NAME)

const messagesOf = (report: DomainReport): number =>
  report.kind === 'dmarc'
    ? report.rows.reduce((sum, { messages }) => sum + messages, 0)
    : report.policies.reduce((sum, { successful, failed }) => sum + successful + failed, 0)

function withinSources({ rows }: DmarcReport, most: number): DmarcRow[] {
  if (rows.length <= most) return rows
  return rows
    .toSorted((a, b) => b.messages - a.messages)
    .map((row, place) => (place < most ? row : { ...row, source: OTHER_SOURCES }))
}

/** The failures that are listed may be fewer than their sum. */
function tlsRowsOf({ policies }: TlsReport): TlsRow[] {
  const rows = policies.flatMap(({ type, successful, failed, failures }) => {
    const listed = failures.reduce((sum, { sessions }) => sum + sessions, 0)
    return [
      { type, result: TLS_SUCCESS, mx: '', sessions: successful },
      ...failures.map(({ result, mx, sessions }) => ({ type, result, mx: mx ?? '', sessions })),
      { type, result: 'unspecified', mx: '', sessions: Math.max(0, failed - listed) },
    ]
  })
  return rows
    .filter(({ sessions }) => sessions > 0)
    .map((row) => ({ ...row, type: cut(row.type), result: cut(row.result), mx: cut(row.mx) }))
}
