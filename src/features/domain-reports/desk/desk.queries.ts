// The reports of some days, added up. All statements read the primary keys of the tables of days, from the first day to the last.
import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { cutPage } from '../../../platform/db/page.ts'
import type { Page } from '../../../platform/db/page.ts'
import type { ReportedDomainRef } from '../intake/intake.queries.ts'
import { TLS_SUCCESS } from '../domain-reports.values.ts'

export type DeskRange = ReportedDomainRef & { from: string; to: string }
export type Counts = { messages: number; aligned: number; ours: number; oursAligned: number }

const COUNTS = sql`sum(messages)::bigint as messages,
  coalesce(sum(messages) filter (where is_dkim_aligned or is_spf_aligned), 0)::bigint as aligned,
  coalesce(sum(messages) filter (where is_ours), 0)::bigint as ours,
  coalesce(sum(messages) filter (where is_ours and (is_dkim_aligned or is_spf_aligned)), 0)::bigint as "oursAligned"`

const within = ({ projectId, domainId, from, to }: DeskRange, isSigned = true) => sql`
  project_id = ${projectId} and domain_id = ${domainId} and is_signed = ${isSigned}
  and day >= ${from}::date and day <= ${to}::date`

export async function listReportDays(
  db: Db | Trx,
  range: DeskRange,
): Promise<({ day: string; receiver: string } & Counts)[]> {
  const { rows } = await sql<{ day: string; receiver: string } & Counts>`
    select day::text as day, receiver, ${COUNTS} from dmarc_days where ${within(range)} group by 1, 2`.execute(
    db,
  )
  return rows
}

export async function listSentDays(
  db: Db | Trx,
  { projectId, domainId, from, to }: DeskRange,
): Promise<{ day: string; receiver: string; emails: number }[]> {
  const { rows } = await sql<{ day: string; receiver: string; emails: number }>`
    select day::text as day, receiver, emails from sent_days where project_id = ${projectId} and domain_id = ${domainId}
      and day >= ${from}::date and day <= ${to}::date`.execute(db)
  return rows
}

export type ReportCounts = { kind: string; isSigned: boolean; reports: number; messages: number }

export async function countReports(
  db: Db | Trx,
  { projectId, domainId, from, to }: DeskRange,
): Promise<ReportCounts[]> {
  const { rows } = await sql<ReportCounts>`
    select kind, is_signed as "isSigned", count(*)::int as reports, sum(messages)::bigint as messages from domain_reports
    where project_id = ${projectId} and domain_id = ${domainId} and day >= ${from}::date and day <= ${to}::date
    group by 1, 2`.execute(db)
  return rows
}

/** The policy that the newest signed report found. */
export async function findNewestPolicy(
  db: Db | Trx,
  { projectId, domainId }: ReportedDomainRef,
): Promise<string | null> {
  const { rows } = await sql<{ p: string | null }>`
    select policy ->> 'p' as p from domain_reports where project_id = ${projectId} and domain_id = ${domainId}
      and kind = 'dmarc' and is_signed order by id desc limit 1`.execute(db)
  return rows[0]?.p ?? null
}

export type SourceRow = Counts & {
  source: string
  network: string
  name: string | null
  firstSeen: string
  rejected: number
  /** Messages of ours whose signature is aligned and whose envelope is not. */
  forwarded: number
}

type SourcePage = DeskRange & { limit: number; before: string | undefined }

/** The sources with the most messages first; `before` is the key of the last one of the page before. */
export async function listSources(
  db: Db | Trx,
  { limit, before, ...range }: SourcePage,
): Promise<Page<SourceRow>> {
  const [messages, source] = before?.split(' ') ?? []
  const after =
    messages === undefined || source === undefined
      ? sql``
      : sql`where (s.messages, s.source) < (${messages}::bigint, ${source}::inet)`
  const { rows } = await sql<SourceRow>`
    select host(s.source) as source, n.name, s.messages, s.aligned, s.ours, s."oursAligned", s.rejected, s.forwarded,
      network(set_masklen(s.source, case family(s.source) when 4 then 24 else 48 end))::text as network,
      coalesce(n.first_day, s.first_day)::text as "firstSeen"
    from (
      select source, min(day) as first_day, ${COUNTS},
        coalesce(sum(messages) filter (where disposition <> 'none'), 0)::bigint as rejected,
        coalesce(sum(messages) filter (where is_ours and is_dkim_aligned and not is_spf_aligned), 0)::bigint as forwarded
      from dmarc_days where ${within(range)} group by 1
    ) as s left join report_sources as n
      on n.project_id = ${range.projectId} and n.domain_id = ${range.domainId} and n.source = s.source
    ${after} order by s.messages desc, s.source desc limit ${limit + 1}`.execute(db)
  return cutPage(rows, limit)
}

export const keyOfSource = ({ messages, source }: SourceRow): string => `${messages} ${source}`

export async function countSources(db: Db | Trx, range: DeskRange): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct source)::int as count from dmarc_days where ${within(range)}`.execute(db)
  return rows[0]?.count ?? 0
}

export async function countTlsSessions(
  db: Db | Trx,
  range: DeskRange,
): Promise<{ successful: number; failed: number }> {
  const { rows } = await sql<{ successful: number; failed: number }>`
    select coalesce(sum(sessions) filter (where result = ${TLS_SUCCESS}), 0)::bigint as successful,
      coalesce(sum(sessions) filter (where result <> ${TLS_SUCCESS}), 0)::bigint as failed
    from tls_days where ${within(range)}`.execute(db)
  return rows[0] ?? { successful: 0, failed: 0 }
}

export type TlsFailureRow = {
  result: string
  mx: string
  reporter: string
  sessions: number
  lastDay: string
}

export async function listTlsFailures(
  db: Db | Trx,
  { limit, ...range }: DeskRange & { limit: number },
): Promise<TlsFailureRow[]> {
  const { rows } = await sql<TlsFailureRow>`
    select result, mx, reporter, sum(sessions)::bigint as sessions, max(day)::text as "lastDay" from tls_days
    where ${within(range)} and result <> ${TLS_SUCCESS} group by 1, 2, 3 order by 4 desc, 1, 2, 3 limit ${limit}`.execute(
    db,
  )
  return rows
}

export type UnreadRow = { receivedAt: Date; from: string | null; problem: string }

export async function listUnread(
  db: Db | Trx,
  { projectId, domainId, limit }: ReportedDomainRef & { limit: number },
): Promise<UnreadRow[]> {
  const { rows } = await sql<UnreadRow>`
    select received_at as "receivedAt", from_domain as "from", problem from report_emails
    where project_id = ${projectId} and domain_id = ${domainId} and problem is not null
    order by id desc limit ${limit}`.execute(db)
  return rows
}

export type ReportLine = Counts & { day: string; reporter: string; source: string; disposition: string }

export async function listReportLines(
  db: Db | Trx,
  { limit, ...range }: DeskRange & { limit: number },
): Promise<ReportLine[]> {
  const { rows } = await sql<ReportLine>`
    select day::text as day, reporter, host(source) as source, disposition, ${COUNTS} from dmarc_days
    where ${within(range)} group by dmarc_days.day, reporter, dmarc_days.source, disposition
    order by dmarc_days.day, reporter, dmarc_days.source, disposition limit ${limit}`.execute(db)
  return rows
}
