// Adds a report to the figures of its days.
import { sql } from 'kysely'
import type { Trx } from '../../../platform/db/client.ts'
import type { DmarcRow } from '../../../platform/email/domain-reports/domain-report.ts'
import type { DomainReportId } from '../../../platform/ids.ts'
import type { ReportKind } from '../domain-reports.values.ts'
import type { ReportedDomainRef } from './intake.queries.ts'

export type NewReport = ReportedDomainRef & {
  id: DomainReportId
  kind: ReportKind
  isSigned: boolean
  reporter: string
  receiver: string
  orgName: string
  reportId: string
  /** As YYYY-MM-DD. */
  day: string
  beginsAt: Date
  endsAt: Date
  policy: object | null
  messages: number
  now: Date
}

/** False if this reporter has sent it before. */
export async function insertReport(trx: Trx, report: NewReport): Promise<boolean> {
  const { projectId, domainId, id, kind, isSigned, reporter, receiver, orgName, reportId } = report
  const { numAffectedRows } = await sql`
    insert into domain_reports (project_id, domain_id, id, kind, is_signed, reporter, receiver, org_name, report_id, day,
      begins_at, ends_at, policy, messages, received_at)
    values (${projectId}, ${domainId}, ${id}, ${kind}, ${isSigned}, ${reporter}, ${receiver}, ${orgName}, ${reportId},
      ${report.day}, ${report.beginsAt}, ${report.endsAt}, ${report.policy === null ? null : JSON.stringify(report.policy)}::jsonb,
      ${report.messages}, ${report.now})
    on conflict do nothing`.execute(trx)
  return (numAffectedRows ?? 0n) > 0n
}

/** Reports of the last 24 hours, signed or not. */
export async function countRecentReports(
  trx: Trx,
  { projectId, domainId, isSigned, now }: ReportedDomainRef & { isSigned: boolean; now: Date },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from domain_reports where project_id = ${projectId} and domain_id = ${domainId}
      and is_signed = ${isSigned} and received_at > ${now}::timestamptz - interval '1 day'`.execute(trx)
  return rows[0]?.count ?? 0
}

type DayFigures<Row> = Pick<
  NewReport,
  'projectId' | 'domainId' | 'day' | 'isSigned' | 'reporter' | 'receiver'
> & {
  rows: readonly Row[]
}

export async function addDmarcRows(
  trx: Trx,
  { projectId, domainId, day, isSigned, reporter, receiver, rows }: DayFigures<DmarcRow>,
): Promise<void> {
  await sql`
    insert into dmarc_days as d (project_id, domain_id, day, is_signed, reporter, receiver, source, disposition,
      is_dkim_aligned, is_spf_aligned, is_ours, messages)
    select ${projectId}, ${domainId}, ${day}, ${isSigned}, ${reporter}, ${receiver}, g.source, g.disposition,
      g."isDkimAligned", g."isSpfAligned", g."isOurs", sum(g.messages)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (source inet, disposition text, "isDkimAligned" boolean,
      "isSpfAligned" boolean, "isOurs" boolean, messages bigint)
    group by g.source, g.disposition, g."isDkimAligned", g."isSpfAligned", g."isOurs"
    order by g.source, g.disposition, g."isDkimAligned", g."isSpfAligned", g."isOurs"
    on conflict (project_id, domain_id, is_signed, day, reporter, source, disposition, is_dkim_aligned, is_spf_aligned, is_ours)
      do update set messages = d.messages + excluded.messages`.execute(trx)
}

/** Notes since when addresses send. */
export async function noteSources(
  trx: Trx,
  { projectId, domainId, day, sources }: ReportedDomainRef & { day: string; sources: readonly string[] },
): Promise<void> {
  await sql`
    insert into report_sources as s (project_id, domain_id, source, first_day, last_day)
    select distinct ${projectId}::uuid, ${domainId}::uuid, g::inet, ${day}::date, ${day}::date
    from unnest(${sources}::text[]) as g order by 3
    on conflict (project_id, domain_id, source) do update
      set first_day = least(s.first_day, excluded.first_day), last_day = greatest(s.last_day, excluded.last_day)`.execute(
    trx,
  )
}

export type TlsRow = { type: string; result: string; mx: string; sessions: number }

export async function addTlsRows(
  trx: Trx,
  { projectId, domainId, day, isSigned, reporter, rows }: DayFigures<TlsRow>,
): Promise<void> {
  await sql`
    insert into tls_days as d (project_id, domain_id, day, is_signed, reporter, policy_type, result, mx, sessions)
    select ${projectId}, ${domainId}, ${day}, ${isSigned}, ${reporter}, g.type, g.result, g.mx, sum(g.sessions)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (type text, result text, mx text, sessions bigint)
    group by g.type, g.result, g.mx order by g.type, g.result, g.mx
    on conflict (project_id, domain_id, is_signed, day, reporter, policy_type, result, mx)
      do update set sessions = d.sessions + excluded.sessions`.execute(trx)
}
