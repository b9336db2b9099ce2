// Figures and recipients of a campaign. Figures come from counters that are kept in the transactions that change the rows:
// nothing here looks at emails one by one.
import type { z } from 'zod'
import { readCounterOf } from '../../../platform/db/counters.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { Page } from '../../../platform/db/page.ts'
import { listLinks } from '../../delivery/index.ts'
import { findCampaign } from '../drafts/campaigns.queries.ts'
import type { CampaignRef, CampaignRow } from '../drafts/campaigns.queries.ts'
import { requireCampaign } from '../drafts/campaigns.service.ts'
import { countWaitingBy, listRecipients } from './recipient-list.queries.ts'
import type { RecipientRow, RecipientStatus } from './recipient-list.queries.ts'
import { linkClicksOf, namedLinks, timelineOf, totalsOf } from './statistics.ts'
import type { Totals } from './statistics.ts'
import type { CampaignStatistics } from './statistics.schema.ts'

/** What has been counted of a campaign so far. */
export async function readTotals(
  db: Db | Trx,
  campaign: CampaignRow,
): Promise<{ totals: Totals; counts: Map<string, number> }> {
  const { project_id: projectId, id: name, recipient_count: recipients } = campaign
  const counts = await readCounterOf(db, { projectId, counter: 'campaigns', name })
  const withoutEmail = campaign.gone_count + campaign.unsent_count
  return { totals: totalsOf({ recipients: recipients ?? 0, withoutEmail, counts }), counts }
}

export async function readStatistics(
  db: Db | Trx,
  ref: CampaignRef,
): Promise<z.input<typeof CampaignStatistics>> {
  const campaign = requireCampaign(await findCampaign(db, ref))
  const { projectId } = ref
  const { totals, counts } = await readTotals(db, campaign)
  const { refused: _, ...figures } = totals
  const hours = await readCounterOf(db, { projectId, counter: 'campaign_hours', name: campaign.id })
  const clicked = linkClicksOf(counts)
  const contentIds = [...new Set(clicked.map(({ contentId }) => contentId))]
  const known = new Map((await listLinks(db, { projectId, contentIds })).map(({ id, links }) => [id, links]))
  return {
    ...figures,
    links: namedLinks(clicked, ({ contentId, link }) => known.get(contentId)?.[link]),
    timeline: campaign.started_at === null ? [] : timelineOf(hours, campaign.started_at),
  }
}

type Listing = CampaignRef & {
  status: RecipientStatus | undefined
  limit: number
  after: string | undefined
  isTotalWanted: boolean
}

export async function readRecipients(
  db: Db | Trx,
  { isTotalWanted, limit, after, status, ...ref }: Listing,
): Promise<{ page: Page<RecipientRow>; total: number | null }> {
  const campaign = requireCampaign(await findCampaign(db, ref))
  const page = await listRecipients(db, { ...ref, campaign, status, limit, after })
  return { page, total: isTotalWanted ? await countRecipients(db, { campaign, status }) : null }
}

type Counting = { campaign: CampaignRow; status: RecipientStatus | undefined }

/** Exact, from counters; only what waits in the queue is counted there. */
async function countRecipients(db: Db | Trx, { campaign, status }: Counting): Promise<number> {
  const { totals, counts } = await readTotals(db, campaign)
  if (status === undefined) return totals.recipients
  if (status === 'BOUNCED') return totals.bounced
  if (status === 'CANCELLED') return totals.cancelled
  if (status !== 'QUEUED' && status !== 'SENDING' && status !== 'DEFERRED') return counts.get(status) ?? 0
  const waiting = await countWaitingBy(db, campaign)
  const others = (waiting.get('SENDING') ?? 0) + (waiting.get('DEFERRED') ?? 0)
  return status === 'QUEUED' ? Math.max(0, totals.queued - others) : (waiting.get(status) ?? 0)
}
