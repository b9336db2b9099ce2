// Between the sample of a campaign and the rest of it: the wait, and the decision between variants.
import { inTransaction } from '../../../platform/db/client.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { AppError, invalidFields } from '../../../platform/errors.ts'
import { countWaitingEmails } from '../../delivery/index.ts'
import { findCampaign, lockCampaign } from '../campaigns.queries.ts'
import type { CampaignRef, CampaignRow } from '../campaigns.queries.ts'
import { requireCampaign, wrongState } from '../campaigns.service.ts'
import { VARIANT_NAMES } from '../campaigns.values.ts'
import { measureTest } from '../statistics/statistics.service.ts'
import { setSampled, setWinner } from './campaign-state.queries.ts'
import { isFeedable } from './feed.service.ts'
import type { FeedableCampaign } from './feed.service.ts'
import { sampleState, waitEndsAt } from './sample.ts'
import { enqueueAdvance } from './send-campaign.service.ts'
import { nameOf } from '../statistics/variant-test.ts'
import type { VariantName } from '../statistics/variant-test.ts'

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
    await decide(trx, { campaign, now })
    return undefined
  })
}

/** The sample is complete, and the rest waits. */
const isWaiting = (campaign: CampaignRow, now: Date): campaign is FeedableCampaign =>
  isFeedable(campaign) && sampleState(campaign, now).kind === 'closed'

type Decision = { campaign: FrozenCampaign; choice?: VariantName; now: Date }
type FrozenCampaign = CampaignRow & { content_id: NonNullable<CampaignRow['content_id']> }

/** Without a choice the best variant wins. The figures of this moment are stored in both cases. */
async function decide(trx: Trx, { campaign, choice, now }: Decision): Promise<void> {
  const measurement = await measureTest(trx, campaign)
  const winner = VARIANT_NAMES.indexOf(choice ?? measurement.best)
  const isChosenByHand = choice !== undefined
  const decision = { ...measurement, isChosenByHand, decidedAt: now.toISOString() }
  const contentId = campaign.content_ids?.[winner] ?? campaign.content_id
  const ref = { projectId: campaign.project_id, campaignId: campaign.id }
  await setWinner(trx, { ...ref, winner, contentId, decision, now })
}

type WinnerChoice = CampaignRef & { variant: VariantName; now: Date }

/**
 * Ends the variant test: everybody without an email gets this variant, also those of the sample. A repeated choice of the winner
 * changes nothing. The lock makes a choice and the decision by figures, or two choices, one after the other.
 */
export async function chooseWinner(
  db: Db | Trx,
  { variant, now, ...ref }: WinnerChoice,
): Promise<CampaignRow> {
  return inTransaction(db, async (trx) => {
    const campaign = requireTested(await lockCampaign(trx, ref), variant)
    if (campaign.winner !== null) return requireSameWinner(campaign, variant)
    if (campaign.status !== 'SENDING') {
      throw wrongState(campaign.status, 'A winner can be chosen only while a campaign is SENDING.')
    }
    if (!isFrozen(campaign)) {
      throw new AppError('INVALID_STATE', {
        message: 'The recipients of the campaign are still being selected.',
        suggestion: 'Choose the winner once `recipientCount` of GET /campaigns/{id} is a number.',
      })
    }
    await decide(trx, { campaign, choice: variant, now })
    await enqueueAdvance(trx, ref)
    return requireCampaign(await findCampaign(trx, ref))
  })
}

const isFrozen = (campaign: CampaignRow): campaign is FrozenCampaign => campaign.content_id !== null

/** @throws AppError if the campaign has no variant test, or no such variant */
function requireTested(found: CampaignRow | undefined, variant: VariantName): CampaignRow {
  const campaign = requireCampaign(found)
  const { test, variants } = campaign
  if (test === null || variants === null) {
    throw new AppError('INVALID_STATE', {
      message: 'The campaign has no variant test.',
      suggestion: 'Only a campaign with `variants` and `test` has a winner.',
    })
  }
  const names = VARIANT_NAMES.slice(0, variants.length + 1)
  if (names.includes(variant)) return campaign
  throw invalidFields({
    field: 'variant',
    message: `must be a variant of the campaign: ${names.join(', ')}`,
    code: 'invalid_enum_value',
  })
}

function requireSameWinner(campaign: CampaignRow, variant: VariantName): CampaignRow {
  const winner = nameOf(campaign.winner ?? 0)
  if (winner === variant) return campaign
  throw new AppError('INVALID_STATE', {
    message: `The test is already decided: the winner is ${winner}.`,
    suggestion: 'A decision cannot be changed, because recipients may already have the winner.',
  })
}
