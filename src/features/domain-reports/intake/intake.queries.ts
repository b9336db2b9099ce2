// Emails with reports, from their arrival until they are read.
import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { DomainId, ProjectId, ReportEmailId } from '../../../platform/ids.ts'

export type ReportedDomainRef = { projectId: ProjectId; domainId: DomainId }

/**
 * The project that has proved the domain to be its own, also while its records are broken. Reports about a name that was
 * only claimed go to nobody.
 */
export async function findOwnerOfDomain(
  db: Db,
  { domain }: { domain: string },
): Promise<ReportedDomainRef | undefined> {
  const row = await db
    .selectFrom('domains')
    .select(['project_id', 'id'])
    .where('domain', '=', domain)
    .where('status', 'in', ['VERIFIED', 'FAILED'])
    .orderBy('status', 'desc')
    .orderBy('id')
    .executeTakeFirst()
  return row && { projectId: row.project_id, domainId: row.id }
}

type NewReportEmail = ReportedDomainRef & {
  id: ReportEmailId
  raw: Uint8Array
  now: Date
  mostWaiting: number
}

/** False if too many of the domain wait already. */
export async function insertReportEmail(
  db: Db,
  { projectId, domainId, id, raw, now, mostWaiting }: NewReportEmail,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into report_emails (project_id, domain_id, id, raw, received_at, due_at)
    select d.project_id, d.id, ${id}, ${Buffer.from(raw)}, ${now}, ${now} from domains as d
    where d.project_id = ${projectId} and d.id = ${domainId} and ${mostWaiting} > (
      select count(*) from report_emails as r
      where r.project_id = d.project_id and r.domain_id = d.id and r.raw is not null)`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

export type WaitingReport = {
  domainId: DomainId
  domain: string
  raw: Buffer
  selectors: string[]
  receivedAt: Date
}

export async function findWaitingReport(
  db: Db,
  { projectId, id }: { projectId: ProjectId; id: string },
): Promise<WaitingReport | undefined> {
  const { rows } = await sql<WaitingReport>`
    select r.domain_id as "domainId", d.domain, r.raw, r.received_at as "receivedAt", array(
      select k.selector from domain_keys as k where k.project_id = d.project_id and k.domain_id = d.id) as selectors
    from report_emails as r join domains as d on d.project_id = r.project_id and d.id = r.domain_id
    where r.project_id = ${projectId} and r.id = ${id} and r.raw is not null`.execute(db)
  return rows[0]
}

export async function deleteReportEmail(
  trx: Trx,
  { projectId, id }: { projectId: ProjectId; id: string },
): Promise<void> {
  await sql`delete from report_emails where project_id = ${projectId} and id = ${id}`.execute(trx)
}

type ParkedEmail = { projectId: ProjectId; id: string; problem: string; fromDomain: string | null }

/** Keeps the reason and not the content. */
export async function parkReportEmail(
  trx: Trx,
  { projectId, id, problem, fromDomain }: ParkedEmail,
): Promise<void> {
  await sql`
    update report_emails set problem = ${problem}, from_domain = ${fromDomain}, raw = null, due_at = null
    where project_id = ${projectId} and id = ${id}`.execute(trx)
}

/** The name of a domain of the project. */
export async function findReportedDomain(
  db: Db | Trx,
  { projectId, domainId }: ReportedDomainRef,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('domains')
    .select('domain')
    .where('project_id', '=', projectId)
    .where('id', '=', domainId)
    .executeTakeFirst()
  return row?.domain
}
