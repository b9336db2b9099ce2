// The tables of the figures of Google. They belong to the installation: every domain is verified in at most one project.
import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { DayRange } from '../../../platform/time/days.ts'
import type { ComplianceRow } from './compliance.ts'
import type { ListedDomain } from './listed-domain.ts'
import type { GoogleDay } from './metrics.ts'

/** Makes the table list these domains and no others; what is known about them stays. */
export async function replaceDomains(trx: Trx, domains: readonly ListedDomain[]): Promise<void> {
  const names = domains.map(({ domain }) => domain)
  await sql`delete from google_domains where domain <> all(${names}::text[])`.execute(trx)
  await sql`
    insert into google_domains (domain, is_readable)
    select distinct on (t.domain) t.domain, t.is_readable
    from unnest(${names}::text[], ${domains.map(({ isReadable }) => isReadable)}::boolean[]) as t (domain, is_readable)
    order by t.domain, t.is_readable desc
    on conflict (domain) do update set is_readable = excluded.is_readable`.execute(trx)
}

/** Those that a project has verified and that were not asked about since, the one that has waited longest first. */
export async function listDomainsToAsk(
  db: Db,
  { askedBefore }: { askedBefore: Date },
): Promise<{ domain: string; lastDay: string | null }[]> {
  const { rows } = await sql<{ domain: string; lastDay: string | null }>`
    select g.domain, (select max(day)::text from google_days as d where d.domain = g.domain) as "lastDay"
    from google_domains as g
    where g.is_readable and (g.asked_at is null or g.asked_at < ${askedBefore})
      and exists (select from domains as d where d.domain = g.domain and d.status = 'VERIFIED')
    order by g.asked_at nulls first, g.domain`.execute(db)
  return rows
}

type SaveInput = {
  domain: string
  days: readonly GoogleDay[]
  compliance: readonly ComplianceRow[] | null
  problem: string | null
  askedAt: Date
}

/** Days that are there are replaced: Google corrects them for some days. */
export async function saveDomain(
  trx: Trx,
  { domain, days, compliance, problem, askedAt }: SaveInput,
): Promise<void> {
  await sql`
    update google_domains set asked_at = ${askedAt}, problem = ${problem},
      compliance = ${compliance === null ? null : JSON.stringify(compliance)}::jsonb
    where domain = ${domain}`.execute(trx)
  if (days.length === 0) return
  await sql`
    insert into google_days (domain, day, spam_rate, spf_rate, dkim_rate, dmarc_rate, tls_rate, rejected_rate, deferred_rate,
      errors, feedback_loops)
    select ${domain}, t.day, t.spam, t.spf, t.dkim, t.dmarc, t.tls, t.rejected, t.deferred, t.errors, t."feedbackLoops"
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as t (day date, spam float8, spf float8, dkim float8, dmarc float8,
      tls float8, rejected float8, deferred float8, errors jsonb, "feedbackLoops" jsonb)
    on conflict (domain, day) do update set spam_rate = excluded.spam_rate, spf_rate = excluded.spf_rate,
      dkim_rate = excluded.dkim_rate, dmarc_rate = excluded.dmarc_rate, tls_rate = excluded.tls_rate,
      rejected_rate = excluded.rejected_rate, deferred_rate = excluded.deferred_rate, errors = excluded.errors,
      feedback_loops = excluded.feedback_loops`.execute(trx)
}

export async function saveDomainProblem(
  db: Db,
  { domain, problem, askedAt }: { domain: string; problem: string; askedAt: Date },
): Promise<void> {
  await sql`update google_domains set asked_at = ${askedAt}, problem = ${problem} where domain = ${domain}`.execute(
    db,
  )
}

export async function deleteOldDays(db: Db, { oldest }: { oldest: string }): Promise<void> {
  await sql`delete from google_days where day < ${oldest}`.execute(db)
}

export type GoogleDomainRow = {
  domain: string
  isReadable: boolean
  askedAt: Date | null
  problem: string | null
  compliance: unknown
}

export async function findGoogleDomain(
  db: Db | Trx,
  { domain }: { domain: string },
): Promise<GoogleDomainRow | undefined> {
  const { rows } = await sql<GoogleDomainRow>`
    select domain, is_readable as "isReadable", asked_at as "askedAt", problem, compliance
    from google_domains where domain = ${domain}`.execute(db)
  return rows[0]
}

export type GoogleDayRow = {
  date: string
  spamRate: number | null
  spfRate: number | null
  dkimRate: number | null
  dmarcRate: number | null
  tlsRate: number | null
  rejectedRate: number | null
  deferredRate: number | null
  errors: unknown
  feedbackLoops: unknown
}

export async function listGoogleDays(
  db: Db | Trx,
  { domain, from, to }: DayRange & { domain: string },
): Promise<GoogleDayRow[]> {
  const { rows } = await sql<GoogleDayRow>`
    select day::text as date, spam_rate as "spamRate", spf_rate as "spfRate", dkim_rate as "dkimRate",
      dmarc_rate as "dmarcRate", tls_rate as "tlsRate", rejected_rate as "rejectedRate", deferred_rate as "deferredRate",
      errors, feedback_loops as "feedbackLoops"
    from google_days where domain = ${domain} and day >= ${from}::date and day <= ${to}::date order by day`.execute(
    db,
  )
  return rows
}

/** `isUsed`: a project has verified it. */
export async function listGoogleDomains(
  db: Db | Trx,
  { limit }: { limit: number },
): Promise<(GoogleDomainRow & { isUsed: boolean; lastDay: string | null })[]> {
  const { rows } = await sql<GoogleDomainRow & { isUsed: boolean; lastDay: string | null }>`
    select g.domain, g.is_readable as "isReadable", g.asked_at as "askedAt", g.problem, g.compliance,
      exists (select from domains as d where d.domain = g.domain and d.status = 'VERIFIED') as "isUsed",
      (select max(day)::text from google_days as d where d.domain = g.domain) as "lastDay"
    from google_domains as g order by g.domain limit ${limit}`.execute(db)
  return rows
}
