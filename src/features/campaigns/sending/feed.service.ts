// Creates the emails of a campaign in batches, never far ahead of sending: the queue stays small however large the campaign is,
// and a pause or a cancellation has few emails to change.
import { inTransaction } from '../../../platform/db/client.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ContentId } from '../../../platform/ids.ts'
import { giveCouponsOrFail } from '../../coupons/index.ts'
import { countWaitingEmails } from '../../delivery/index.ts'
import { endGoal } from '../../goals/index.ts'
import { couponKeysOf } from '../../templates/index.ts'
import { deleteUses } from '../../uses/index.ts'
import { campaignUser } from '../campaign-user.ts'
import { lockCampaign } from '../campaigns.queries.ts'
import type { CampaignRef, CampaignRow } from '../campaigns.queries.ts'
import { variantsOf as contentVariantsOf } from './campaign-content.service.ts'
import { setPaced, setSent } from './campaign-state.queries.ts'
import { dueBound, isTimed } from './timing/local-time.ts'
import { allowanceOf } from './pace.ts'
import { feedRecipients, hasUnfed } from './recipients.queries.ts'
import { sampleState } from './sample.ts'

// About 100 ms of work. The campaign is locked meanwhile, so a request to pause it waits as long.
const BATCH = 2_000

/** Ten seconds at the highest rate measured on one machine. Pausing them takes less than a second. */
const MOST_AHEAD = 20_000

// Held emails do not count for that: they would hold up the recipients behind them, who may be awake. Counting them, which the
// feeder does every second, takes a tenth of a second.
const MOST_HELD = 200_000

// Emails created later than this carry their own Date instead of that of the campaign's start: a Date of hours ago looks like an
// email that was stuck.
const OWN_DATE_AFTER_MS = 10 * 60_000

// At a few thousand emails per second the queue of a campaign lasts for several intervals.
export const LOOK_AGAIN_MS = 1_000

/**
 * `fed`: a full batch was created. `over`: no other recipient is due now. `sampled`: the rest waits for the sample. `stopped`: the
 * campaign is no longer being sent. Otherwise the queue is full or the rate is used up for `waitMs`.
 */
export type FeedResult = 'fed' | 'over' | 'sampled' | 'stopped' | { waitMs: number }

export async function feedBatch(db: Db, { now, ...ref }: CampaignRef & { now: Date }): Promise<FeedResult> {
  return inTransaction(db, async (trx) => {
    const campaign = await lockCampaign(trx, ref)
    if (!campaign || !isFeedable(campaign)) return 'stopped'
    const sample = sampleState(campaign, now)
    if (sample.kind === 'closed') return 'sampled'
    const { room, allowance } = await findRoom(trx, { campaign, now })
    const limit = Math.min(
      BATCH,
      room,
      allowance?.count ?? BATCH,
      sample.kind === 'open' ? sample.left : BATCH,
    )
    if (limit <= 0) return { waitMs: Math.max(LOOK_AGAIN_MS, room <= 0 ? 0 : (allowance?.waitMs ?? 0)) }
    const { content_id: contentId, started_at: startedAt, position } = campaign
    const isLate = now.getTime() - startedAt.getTime() > OWN_DATE_AFTER_MS
    const couponKeys = couponKeysByContent(campaign)
    const { chosen, queued } = await feedRecipients(trx, {
      ...ref,
      contentId,
      templateId: campaign.template_id,
      topic: campaign.topic,
      position,
      scheduledFor: isLate ? now : null,
      before: isTimed(campaign) ? dueBound(startedAt, now) : null,
      variants: sample.kind === 'open' ? variantsOf(campaign) : null,
      limit,
      isListing: couponKeys.size > 0,
      now,
    })
    const emails = queued?.map((email) => ({ ...email, keys: couponKeys.get(email.contentId) ?? [] })) ?? []
    await giveCouponsOrFail(trx, { projectId: ref.projectId, emails, now })
    if (allowance && chosen > 0) await setPaced(trx, { ...ref, pacedAt: allowance.after(chosen) })
    return chosen < limit ? 'over' : 'fed'
  })
}

/** The keys of the coupon lists that the contents of the campaign name; without contents that name none. */
function couponKeysByContent(campaign: FeedableCampaign): Map<ContentId, string[]> {
  const ids = campaign.content_ids ?? [campaign.content_id]
  const keys = contentVariantsOf(campaign).map(({ variables }) => couponKeysOf(variables))
  return new Map(
    ids.flatMap((id, index) => {
      const own = keys[index] ?? []
      return own.length === 0 ? [] : [[id, own] as const]
    }),
  )
}

/** Recipients get the variants in rotation, in the order of the ledger, which is as good as random. */
function variantsOf({ variants, content_ids: contentIds, fed_count: fed, gone_count: gone }: CampaignRow) {
  if (variants === null || contentIds === null) return null
  return { first: (fed + gone) % contentIds.length, contentIds }
}

export type FeedableCampaign = CampaignRow & {
  content_id: NonNullable<CampaignRow['content_id']>
  started_at: Date
}

export const isFeedable = (row: CampaignRow): row is FeedableCampaign =>
  row.status === 'SENDING' && row.paused_at === null && row.content_id !== null && row.started_at !== null

/**
 * How many more emails the queue may hold. A campaign with its own rate queues one minute at most, so that the backlog of an
 * outage does not leave all at once; retries do not count there, since they may wait for days.
 */
async function findRoom(trx: Trx, { campaign, now }: { campaign: FeedableCampaign; now: Date }) {
  const { project_id: projectId, id: campaignId, started_at: startedAt, rate_per_minute: rate } = campaign
  const waiting = await countWaitingEmails(trx, { projectId, campaignId, startedAt })
  const room = Math.min(MOST_AHEAD - (waiting.count - waiting.held), MOST_HELD - waiting.held)
  if (rate === null) return { room, allowance: null }
  const allowance = allowanceOf({ ratePerMinute: rate, pacedAt: campaign.paced_at, now })
  return { room: Math.min(room, rate - (waiting.untried - waiting.heldUntried)), allowance }
}

/** "sent" of docs/states.md. False while a recipient has no email yet, or an email waits. */
export async function finishCampaign(db: Db, { now, ...ref }: CampaignRef & { now: Date }): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const campaign = await lockCampaign(trx, ref)
    if (!campaign || !isFeedable(campaign)) return true
    const { started_at: startedAt, position } = campaign
    if (await hasUnfed(trx, { ...ref, position })) return false
    if ((await countWaitingEmails(trx, { ...ref, startedAt })).count > 0) return false
    await setSent(trx, { ...ref, now })
    await endGoal(trx, { projectId: ref.projectId, ownerId: ref.campaignId, now })
    await deleteUses(trx, campaignUser(ref))
    return true
  })
}
