// Between the sample of a campaign and the rest of it: the wait, and the decision between variants.
import { inTransaction } from '../../../platform/db/client.ts'
import type { Db } from '../../../platform/db/client.ts'
import { countWaitingEmails } from '../../delivery/index.ts'
import { lockCampaign } from '../campaigns.queries.ts'
import type { CampaignRef, CampaignRow } from '../campaigns.queries.ts'
import { VARIANT_NAMES } from '../campaigns.values.ts'
import { measureTest } from '../statistics/statistics.service.ts'
import { setSampled, setWinner } from './campaign-state.queries.ts'
import { isFeedable } from './feed.service.ts'
import type { FeedableCampaign } from './feed.service.ts'
import { sampleState, waitEndsAt } from './sample.ts'

/** When the wait ends (null: not known yet), or undefined if the campaign need not wait. */
export async function settleSample(
  db: Db,
  { ref, now }: { ref: CampaignRef; now: Date },
): Promise<{ until: Date | null } | undefined> {
  return inTransaction(db, async (trx) => {
    const campaign = await lockCampaign(trx, ref)
    if (!campaign || !isWaiting(campaign, now)) return undefined
    if (campaign.sampled_at === null) {
      const { untried } = await countWaitingEmails(trx, { ...ref, startedAt: campaign.started_at })
      if (untried > 0) return { until: null }
      await setSampled(trx, { ...ref, now })
      return { until: waitEndsAt({ ...campaign, sampled_at: now }) }
    }
    const until = waitEndsAt(campaign)
    if (until !== null && until > now) return { until }
    // Under the lock, and only without a winner: concurrent nodes decide once.
    const measurement = await measureTest(trx, campaign)
    const winner = VARIANT_NAMES.indexOf(measurement.best)
    const decision = { ...measurement, decidedAt: now.toISOString() }
    const contentId = campaign.content_ids?.[winner] ?? campaign.content_id
    await setWinner(trx, { ...ref, winner, contentId, decision, now })
    return undefined
  })
}

/** The sample is complete, and the rest waits. */
const isWaiting = (campaign: CampaignRow, now: Date): campaign is FeedableCampaign =>
  isFeedable(campaign) && sampleState(campaign, now).kind === 'closed'
