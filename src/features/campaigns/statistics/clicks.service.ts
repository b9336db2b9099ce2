import type { Db, Trx } from '../../../platform/db/client.ts'
import { readNamedCounter } from '../../../platform/db/counters.ts'
import type { Page } from '../../../platform/db/page.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { findCampaign } from '../campaigns.queries.ts'
import type { CampaignRef } from '../campaigns.queries.ts'
import { requireCampaign } from '../campaigns.service.ts'
import { listLinks } from './breakdown.queries.ts'
import { countClicks, listClicks } from './clicks.queries.ts'
import type { ClickRow } from './clicks.queries.ts'
import { linkClicksOf } from './statistics.ts'
import type { LinkClicks } from './statistics.ts'

type ClicksQuery = CampaignRef & {
  url: string
  limit: number
  after: string | undefined
  isTotalWanted: boolean
}

/** The page is empty for a URL that was not clicked, or that the campaign does not have. */
export async function readClicks(
  db: Db | Trx,
  { url, limit, after, isTotalWanted, ...ref }: ClicksQuery,
): Promise<{ page: Page<ClickRow>; total: number | null }> {
  const { started_at: startedAt } = requireCampaign(await findCampaign(db, ref))
  if (startedAt === null) return { page: { rows: [], hasMore: false }, total: isTotalWanted ? 0 : null }
  const places = await findPlaces(db, { ...ref, url })
  const [only, ...further] = places
  const clicks = { ...ref, startedAt, places }
  const page = await listClicks(db, { ...clicks, limit, after })
  if (!isTotalWanted) return { page, total: null }
  // A link that occurs several times may have been clicked several times in one email, which counters do not know.
  const total = further.length > 0 ? await countClicks(db, clicks) : (only?.uniqueClicks ?? 0)
  return { page, total }
}

/** Where the URL occurs, in all contents of the campaign, and the clicks there. */
async function findPlaces(
  db: Db | Trx,
  { projectId, campaignId, url }: CampaignRef & { url: string },
): Promise<LinkClicks[]> {
  const counts = await readNamedCounter(db, { projectId, counter: 'campaigns', name: campaignId })
  const clicked = linkClicksOf(counts)
  const linksOf = await readLinks(db, { projectId, clicked })
  return clicked.filter(({ contentId, link }) => linksOf.get(contentId)?.[link] === url)
}

/** The links of the contents that were clicked. */
export async function readLinks(
  db: Db | Trx,
  { projectId, clicked }: { projectId: ProjectId; clicked: readonly LinkClicks[] },
): Promise<Map<string, string[]>> {
  const contentIds = [...new Set(clicked.map(({ contentId }) => contentId))]
  return new Map((await listLinks(db, { projectId, contentIds })).map(({ id, links }) => [id, links]))
}
