// Counts the emails of a campaign by domain and by bounce code. Both read a bounded number of rows by an index, so that they take
// as long for a million recipients as for twenty thousand.
import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { ofCampaign } from '../../delivery/index.ts'
import type { CampaignEmails } from '../../delivery/index.ts'
import { DELIVERED_STATES } from '../../emails/emails.values.ts'
import type { DomainCounts } from './mailbox-providers.ts'
import type { ProjectId } from '../../../platform/ids.ts'

type BreakdownQuery = { emails: CampaignEmails; limit: number }

/** Test recipients count in no figure. */
const COUNTED = sql.raw('coalesce(cohort, 0) >= 0')

// Beyond these a domain has too few recipients to be shown by its name.
const MOST_DOMAINS = 200

export type DomainRow = DomainCounts & { domain: string | null }

/**
 * Counts the first emails by primary key: the ids are in the order of sending and otherwise random. The first row is the sum,
 * without a domain.
 */
export async function countDomains(db: Db | Trx, { emails, limit }: BreakdownQuery): Promise<DomainRow[]> {
  const { rows } = await sql<DomainRow>`
    select domain, count(*) as emails,
      count(*) filter (where status in (${sql.join(DELIVERED_STATES)})) as delivered,
      count(*) filter (where status = 'BOUNCED') as bounced,
      count(*) filter (where status = 'COMPLAINED') as complained
    from (
      select split_part(address, '@', 2) as domain, status from emails
      where ${ofCampaign(emails, 'id')} and ${COUNTED} and status in ('SENT', 'DELIVERED', 'COMPLAINED', 'BOUNCED', 'FAILED')
      order by id limit ${limit}
    ) as looked
    group by grouping sets ((), (domain)) order by grouping(domain) desc, emails desc
    limit ${MOST_DOMAINS + 1}`.execute(db)
  return rows
}

export type CodeRow = { code: string | null; count: number }

/**
 * The enhanced status code is in the reply of the server or, for bounces that arrived later, in the text of the report. Served
 * by emails_by_rare_status.
 */
export async function countBounceCodes(db: Db | Trx, { emails, limit }: BreakdownQuery): Promise<CodeRow[]> {
  const { rows } = await sql<CodeRow>`
    select code, count(*) as count from (
      select substring(concat_ws(' ', last_reply ->> 'enhancedCode', reason) from '[45]\\.[0-9]{1,3}\\.[0-9]{1,3}') as code
      from emails where ${ofCampaign(emails, 'id')} and ${COUNTED} and status = 'BOUNCED' order by id limit ${limit}
    ) as looked group by code order by count desc`.execute(db)
  return rows
}

/** Lists the link targets of contents, as their author wrote them. They are kept for longer than the bodies. */
export async function listLinks(
  db: Db | Trx,
  { projectId, contentIds }: { projectId: ProjectId; contentIds: readonly string[] },
): Promise<{ id: string; links: string[] }[]> {
  if (contentIds.length === 0) return []
  const { rows } = await sql<{ id: string; links: string[] }>`
    select id, links from contents
    where project_id = ${projectId} and id = any(${contentIds}::uuid[])`.execute(db)
  return rows
}
