// Between the sample of a campaign and the rest of it: the wait, and the decision between variants.
import { inTransaction } from '../../../platform/db/client.ts'
import type { Db } from '../../../platform/db/client.ts'
import { countWaitingEmails } from '../../delivery/index.ts'
import { lockCampaign } from '../campaigns.queries.ts'
import type { CampaignRef, CampaignRow } from '../campaigns.queries.ts'
import { VARIANT_NAMES } from '../campaigns.schema.ts'
import { measureTest } from '../statistics/statistics.service.ts'
import { setSampled, setWinner } from './campaign-state.queries.ts'
import { sampleState, waitsUntil } from './sample.ts'

type Sampled = { ref: CampaignRef; now: Date }

/** What is left to wait, or undefined if the campaign has moved on. */
export async function settleSample(
  db: Db,
  { ref, now }: Sampled,
): Promise<{ until: Date | null } | undefined> {
  return inTransaction(db, async (trx) => {
    const campaign = await lockCampaign(trx, ref)
    if (!campaign || !isWaiting(campaign, now)) return undefined
    if (campaign.sampled_at === null) {
      const { untried } = await countWaitingEmails(trx, { ...ref, startedAt: campaign.started_at })
      if (untried > 0) return { until: null }
      await setSampled(trx, { ...ref, now })
      return { until: waitsUntil({ ...campaign, sampled_at: now }) }
    }
    const until = waitsUntil(campaign)
    if (until !== null && until > now) return { until }
    // Under the lock, and only while there is none: two nodes at once decide once.
    const measured = await measureTest(trx, campaign)
    const winner = VARIANT_NAMES.indexOf(measured.best)
    const decision = { ...measured, decidedAt: now.toISOString() }
    const contentId = campaign.content_ids?.[winner] ?? campaign.content_id
    await setWinner(trx, { ...ref, winner, contentId, decision, now })
    return undefined
  })
}

type Waiting = CampaignRow & { started_at: Date; content_id: NonNullable<CampaignRow['content_id']> }

const isWaiting = (campaign: CampaignRow, now: Date): campaign is Waiting =>
  campaign.status === 'SENDING' &&
  campaign.paused_at === null &&
  campaign.started_at !== null &&
  campaign.content_id !== null &&
  sampleState(campaign, now).kind === 'closed'
