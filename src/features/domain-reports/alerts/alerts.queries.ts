// Figures of signed reports for alerts, and the alerts that were given.
import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { DomainId, ProjectId } from '../../../platform/ids.ts'
import { OTHER_SOURCES, TLS_SUCCESS } from '../domain-reports.values.ts'
import type { ReportedDomainRef } from '../intake/intake.queries.ts'
import type { AlignmentCounts, NetworkCounts, ReportAlert, TlsDayCounts } from './verdicts.ts'

type DayRange = ReportedDomainRef & { from: string; to: string }

const within = ({ projectId, domainId, from, to }: DayRange) => sql`
  project_id = ${projectId} and domain_id = ${domainId} and is_signed and day >= ${from}::date and day <= ${to}::date`

/** Domains of all projects with signed reports about a day since `sinceDay` that came after `receivedSince`. */
export async function listDomainsToJudge(
  db: Db,
  { sinceDay, receivedSince }: { sinceDay: string; receivedSince: Date },
): Promise<ReportedDomainRef[]> {
  const { rows } = await sql<{ projectId: ProjectId; domainId: DomainId }>`
    select distinct project_id as "projectId", domain_id as "domainId" from domain_reports
    where day >= ${sinceDay}::date and received_at > ${receivedSince} and is_signed order by 1, 2`.execute(db)
  return rows
}

/** The name of a domain, which cannot be deleted until the transaction ends. */
export async function lockReportedDomain(
  trx: Trx,
  { projectId, domainId }: ReportedDomainRef,
): Promise<string | undefined> {
  const { rows } = await sql<{ domain: string }>`
    select domain from domains where project_id = ${projectId} and id = ${domainId} for key share`.execute(
    trx,
  )
  return rows[0]?.domain
}

/** The networks with the most messages that are not aligned. Only 100 can have a hundredth of all. */
export async function listUnalignedNetworks(trx: Trx, range: DayRange): Promise<NetworkCounts[]> {
  const { rows } = await sql<NetworkCounts>`
    select * from (
      select network(set_masklen(source, case family(source) when 4 then 24 else 48 end))::text as network,
        sum(messages)::bigint as messages,
        coalesce(sum(messages) filter (where is_dkim_aligned or is_spf_aligned), 0)::bigint as aligned,
        (sum(sum(messages)) over ())::bigint as total,
        bool_or(source = ${OTHER_SOURCES}::inet) as "isMixed"
      from dmarc_days where ${within(range)} group by 1
    ) as n where not "isMixed" and aligned < messages order by messages - aligned desc, network limit 100`.execute(
    trx,
  )
  return rows
}

export async function countAlignment(trx: Trx, range: DayRange): Promise<AlignmentCounts> {
  const { rows } = await sql<AlignmentCounts>`
    select coalesce(sum(messages), 0)::bigint as messages,
      coalesce(sum(messages) filter (where is_dkim_aligned or is_spf_aligned), 0)::bigint as aligned
    from dmarc_days where ${within(range)}`.execute(trx)
  return rows[0] ?? { messages: 0, aligned: 0 }
}

export async function listTlsDays(trx: Trx, range: DayRange): Promise<TlsDayCounts[]> {
  const isFailed = sql`result <> ${TLS_SUCCESS}`
  const { rows } = await sql<TlsDayCounts>`
    select day::text as day, sum(sessions)::bigint as sessions,
      coalesce(sum(sessions) filter (where ${isFailed}), 0)::bigint as failed,
      (array_agg(result order by sessions desc, result, mx) filter (where ${isFailed}))[1] as result,
      (array_agg(mx order by sessions desc, result, mx) filter (where ${isFailed}))[1] as mx
    from (select day, result, mx, sum(sessions) as sessions from tls_days where ${within(range)} group by 1, 2, 3) as t
    group by 1`.execute(trx)
  return rows
}

type GivenAlert = ReportedDomainRef &
  Pick<ReportAlert, 'kind' | 'subject'> & {
    now: Date
    /** An alert that is older may be given again; null: never. */
    repeatBefore: Date | null
  }

/** False if it was given before. A concurrent transaction that gives the same one is waited for. */
export async function insertAlert(
  trx: Trx,
  { projectId, domainId, kind, subject, now, repeatBefore }: GivenAlert,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into report_alerts as a (project_id, domain_id, kind, subject, at)
    values (${projectId}, ${domainId}, ${kind}, ${subject}, ${now})
    on conflict (project_id, domain_id, kind, subject) do update set at = excluded.at
      where a.at < ${repeatBefore}::timestamptz`.execute(trx)
  return (numAffectedRows ?? 0n) > 0n
}
