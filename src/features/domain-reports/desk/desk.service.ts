// The desk page of a domain: what receivers saw beside what was sent, who else sends, and what to do about it.
import type { z } from 'zod'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { AppError } from '../../../platform/errors.ts'
import type { DayRangeQuery } from '../../../platform/schemas/day-range.schema.ts'
import { dayRangeOf, daysOf } from '../../../platform/time/days.ts'
import { utcDay } from '../../../platform/time/local-day.ts'
import { findReportedDomain } from '../intake/intake.queries.ts'
import type { ReportedDomainRef } from '../intake/intake.queries.ts'
import { STRICT_POLICIES } from '../domain-reports.values.ts'
import {
  countReports,
  countTlsSessions,
  findNewestPolicy,
  listReportDays,
  listReportLines,
  listSentDays,
  listTlsFailures,
  listUnread,
} from './desk.queries.ts'
import type { Counts, DeskRange, ReportCounts, ReportLine, SourceRow } from './desk.queries.ts'
import type { DomainReports, ReportSource } from './domain-reports.schema.ts'
import { readinessFor } from './readiness.ts'
import { adviceOn, adviceOnTls, kindOfSource } from './source-kind.ts'

const MOST_RECEIVERS = 50
const MOST_FAILURES = 50
const MOST_UNREAD = 10
/** A year of a busy domain. */
const MOST_LINES = 100_000

type DeskQuery = ReportedDomainRef & { query: DayRangeQuery; now: Date }

/** The name of the domain and the days that are asked for. @throws AppError DOMAIN_NOT_FOUND */
export async function openDesk(
  db: Db | Trx,
  { query, now, ...ref }: DeskQuery,
): Promise<{ domain: string; range: DeskRange }> {
  const domain = await findReportedDomain(db, ref)
  if (domain === undefined) throw new AppError('DOMAIN_NOT_FOUND')
  return { domain, range: { ...ref, ...dayRangeOf(query, utcDay(now)) } }
}

export async function readDesk(db: Db | Trx, asked: DeskQuery): Promise<z.infer<typeof DomainReports>> {
  const { domain, range } = await openDesk(db, asked)
  const { from, to } = range
  const rows = await listReportDays(db, range)
  const counts = await countReports(db, range)
  const byDay = Map.groupBy(rows, ({ day }) => day)
  const totals = sumOf(rows)
  const policy = await findNewestPolicy(db, range)
  const days = daysOf(range)
  const facts = { totals, days: days.length, reportedDays: byDay.size, policy }
  return {
    from,
    to,
    reports: reportsOf(counts, 'dmarc', true).reports,
    totals,
    days: days.map((date) => ({ date, ...sumOf(byDay.get(date) ?? []) })),
    receivers: receiversOf(rows, await listSentDays(db, range)),
    policy,
    readiness: STRICT_POLICIES.map((strict) => readinessFor(strict, facts)),
    tls: {
      reports: reportsOf(counts, 'tls', true).reports,
      ...(await countTlsSessions(db, range)),
      results: (await listTlsFailures(db, { ...range, limit: MOST_FAILURES })).map((failure) => ({
        ...failure,
        mx: failure.mx === '' ? null : failure.mx,
        advice: adviceOnTls(failure, domain),
      })),
    },
    unsigned: { ...reportsOf(counts, 'dmarc', false), tls: unsignedTlsOf(counts) },
    unread: (await listUnread(db, { ...range, limit: MOST_UNREAD })).map((one) => ({
      ...one,
      receivedAt: one.receivedAt.toISOString(),
    })),
  }
}

const sumOf = (rows: readonly Counts[]): Counts => ({
  messages: rows.reduce((sum, { messages }) => sum + messages, 0),
  aligned: rows.reduce((sum, { aligned }) => sum + aligned, 0),
  ours: rows.reduce((sum, { ours }) => sum + ours, 0),
  oursAligned: rows.reduce((sum, { oursAligned }) => sum + oursAligned, 0),
})

function reportsOf(counts: readonly ReportCounts[], kind: string, isSigned: boolean) {
  const found = counts.find((one) => one.kind === kind && one.isSigned === isSigned)
  return { reports: found?.reports ?? 0, messages: found?.messages ?? 0 }
}

/** The messages of a TLS report are its sessions. */
function unsignedTlsOf(counts: readonly ReportCounts[]) {
  const { reports, messages } = reportsOf(counts, 'tls', false)
  return { reports, sessions: messages }
}

type ReceiverDay = { day: string; receiver: string }

/** Sent emails count on the days that the receiver has reported; those of a day that has just been reported are not counted yet. */
function receiversOf(
  rows: readonly (ReceiverDay & Counts)[],
  sent: readonly (ReceiverDay & { emails: number })[],
): z.infer<typeof DomainReports>['receivers'] {
  const emails = new Map(sent.map((one) => [`${one.day} ${one.receiver}`, one.emails]))
  return [...Map.groupBy(rows, ({ receiver }) => receiver)]
    .map(([receiver, days]) => {
      const counts = days.flatMap(({ day }) => emails.get(`${day} ${receiver}`) ?? [])
      const total = counts.reduce((sum, count) => sum + count, 0)
      return { receiver, sent: counts.length === 0 ? null : total, ...sumOf(days) }
    })
    .toSorted((a, b) => b.messages - a.messages)
    .slice(0, MOST_RECEIVERS)
}

export function toSource(row: SourceRow, domain: string): z.infer<typeof ReportSource> {
  const kind = kindOfSource(row)
  const { forwarded: _forwarded, ...fields } = row
  return { ...fields, kind, advice: adviceOn(row, { kind, domain }) }
}

export async function listLines(db: Db | Trx, asked: DeskQuery): Promise<ReportLine[]> {
  const { range } = await openDesk(db, asked)
  return listReportLines(db, { ...range, limit: MOST_LINES })
}
