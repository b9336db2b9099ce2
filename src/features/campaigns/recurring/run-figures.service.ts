import type { Db, Trx } from '../../../platform/db/client.ts'
import type { Page } from '../../../platform/db/page.ts'
import type { CampaignStatsRow } from '../campaigns.queries.ts'
import { readCampaignsWithStats } from '../statistics/statistics.service.ts'
import type { RunRow } from './recurring.queries.ts'
import { listRuns } from './runs.queries.ts'

/** `campaign` is missing where the run made none, and once it is deleted. */
export type ReportedRun = RunRow & { campaign: CampaignStatsRow | undefined }

/** A page of runs. The counters of all their campaigns are read in one statement. */
export async function listRunsWithStats(
  db: Db | Trx,
  query: Parameters<typeof listRuns>[1],
): Promise<Page<ReportedRun>> {
  const page = await listRuns(db, query)
  const ids = page.rows.flatMap(({ campaign_id: id }) => id ?? [])
  const campaigns = await readCampaignsWithStats(db, { projectId: query.projectId, ids })
  const byId = new Map(campaigns.map((campaign) => [campaign.id, campaign]))
  const rows = page.rows.map((row) => ({
    ...row,
    campaign: byId.get(row.campaign_id as CampaignStatsRow['id']),
  }))
  return { ...page, rows }
}
