// The alerts that were given, as people look at them.
import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { countRows, cutPage } from '../../../platform/db/page.ts'
import type { Page } from '../../../platform/db/page.ts'
import type { DomainId, GivenAlertId, ProjectId } from '../../../platform/ids.ts'
import type { ReportAlert } from './verdicts.ts'

export type GivenAlertRow = {
  id: GivenAlertId
  domainId: DomainId
  domain: string
  kind: ReportAlert['kind']
  reason: string
  advice: string
  at: Date
}

/** Without a domain: of all domains of the project. */
type GivenAlerts = { projectId: ProjectId; domainId?: DomainId | undefined }

const given = ({ projectId, domainId }: GivenAlerts) =>
  domainId === undefined
    ? sql`a.project_id = ${projectId}`
    : sql`a.project_id = ${projectId} and a.domain_id = ${domainId}`

/** Newest first: by the primary key, or by the index of the domain. */
export async function listGivenAlerts(
  db: Db | Trx,
  { limit, before, ...query }: GivenAlerts & { limit: number; before: string | undefined },
): Promise<Page<GivenAlertRow>> {
  const older = before === undefined ? sql`` : sql`and a.id < ${before}::uuid`
  const { rows } = await sql<GivenAlertRow>`
    select a.id, a.domain_id as "domainId", d.domain, a.kind, a.reason, a.advice, a.at
    from given_alerts as a join domains as d on d.project_id = a.project_id and d.id = a.domain_id
    where ${given(query)} ${older} order by a.id desc limit ${limit + 1}`.execute(db)
  return cutPage(rows, limit)
}

export const countGivenAlerts = (db: Db | Trx, query: GivenAlerts): Promise<number> =>
  countRows(db, sql`given_alerts as a where ${given(query)}`)
