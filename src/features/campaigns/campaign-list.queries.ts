// Lists of campaigns.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../platform/db/client.ts'
import { cutPage } from '../../platform/db/page.ts'
import type { Page } from '../../platform/db/page.ts'
import { nameContains, recordOrder } from '../../platform/db/record-order.ts'
import type { RecordFilter } from '../../platform/db/record-order.ts'
import type { CampaignId, ProjectId } from '../../platform/ids.ts'
import { SUMMARY_COLUMNS } from './campaigns.queries.ts'
import type { CampaignRef, CampaignSummaryRow, Status } from './campaigns.queries.ts'

type Tenant = { projectId: ProjectId; filter: RecordFilter & { status?: Status | undefined } }

function matching({ projectId, filter: { status, ...filter } }: Tenant): RawBuilder<unknown> {
  const conditions = [sql`project_id = ${projectId}`, nameContains('campaigns', filter)]
  if (status !== undefined) conditions.push(sql`status = ${status}`)
  return sql.join(conditions, sql` and `)
}

type ListOptions = Tenant & { limit: number; before: string | undefined; offset: number }

/** After the campaign `before` or from an offset. */
export async function listCampaigns(
  db: Db | Trx,
  { limit, before, offset, ...tenant }: ListOptions,
): Promise<Page<CampaignSummaryRow>> {
  const { orderBy, isAfter } = recordOrder('campaigns', { sort: tenant.filter.sort, before })
  const { rows } = await sql<CampaignSummaryRow>`
    select ${SUMMARY_COLUMNS} from campaigns where ${matching(tenant)} and ${isAfter}
    order by ${orderBy} limit ${limit + 1} offset ${before === undefined ? offset : 0}`.execute(db)
  return cutPage(rows, limit)
}

/** Those of the campaigns that still exist, in no particular order. */
export async function listCampaignsOf(
  db: Db | Trx,
  { projectId, ids }: { projectId: ProjectId; ids: readonly CampaignId[] },
): Promise<CampaignSummaryRow[]> {
  const { rows } = await sql<CampaignSummaryRow>`
    select ${SUMMARY_COLUMNS} from campaigns
    where project_id = ${projectId} and id = any(${[...ids]}::uuid[])`.execute(db)
  return rows
}

/** The campaigns that were sent before this one, the latest first. */
export async function listSentBefore(
  db: Db | Trx,
  { projectId, campaignId, startedAt, limit }: CampaignRef & { startedAt: Date; limit: number },
): Promise<CampaignSummaryRow[]> {
  const { rows } = await sql<CampaignSummaryRow>`
    select ${SUMMARY_COLUMNS} from campaigns
    where project_id = ${projectId} and status = 'SENT' and started_at <= ${startedAt} and id <> ${campaignId}
      and recipient_count > 0
    order by started_at desc, id desc limit ${limit}`.execute(db)
  return rows
}

/** The total, and how many of them precede the page that begins after `before`. */
export async function countCampaigns(
  db: Db | Trx,
  { before, ...tenant }: Tenant & { before: string | undefined },
): Promise<{ total: number; passed: number }> {
  const { isAfter } = recordOrder('campaigns', { sort: tenant.filter.sort, before })
  const { rows } = await sql<{ total: number; passed: number }>`
    select count(*) as total, count(*) filter (where not ${isAfter}) as passed
    from campaigns where ${matching(tenant)}`.execute(db)
  return rows[0] ?? { total: 0, passed: 0 }
}
