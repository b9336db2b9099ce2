// Stores the content and the recipients of a campaign in one transaction. It locks the row of the campaign only at its end, so
// that pausing and cancelling need not wait for a million recipients.
import { inTransaction } from '../../../platform/db/client.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { setFilterMemory } from '../../filters/index.ts'
import type { Filters } from '../../filters/index.ts'
import { insertContent } from '../../delivery/index.ts'
import type { AddressedContent } from '../../delivery/index.ts'
import { findProject } from '../../projects/index.ts'
import { saveGoal } from '../../goals/index.ts'
import { recordCouponUses } from '../../templates/index.ts'
import { deleteUses, replaceUses } from '../../uses/index.ts'
import { campaignUser } from '../campaign-user.ts'
import { findCampaign, lockCampaign, setPreparedContent } from '../campaigns.queries.ts'
import type { CampaignRow } from '../campaigns.queries.ts'
import { couponKeysOfContent } from '../prepare-content.service.ts'
import { recipientCondition } from './audience.service.ts'
import { setFrozen, setSent } from './campaign-state.queries.ts'
import { insertRecipients, tryLockFreeze } from './recipients.queries.ts'
import { sampleSize } from './sample.ts'
import type { SendTimes } from './timing/timed-recipients.queries.ts'

type CampaignFreezeInput = {
  /** With its partials and the brand kit as they are now. */
  campaign: CampaignRow
  /** Its own content first, then those of its variants. */
  contents: readonly AddressedContent[]
  filters: Filters
  now: Date
}

/** The campaign was cancelled or restarted while its recipients were selected. */
class SupersededError extends Error {}

/** False if another node is freezing it, or the campaign has changed: the caller tries again. */
export async function freezeCampaign(db: Db, input: CampaignFreezeInput): Promise<boolean> {
  try {
    return await inTransaction(db, (trx) => freeze(trx, input))
  } catch (error) {
    if (error instanceof SupersededError) return false
    throw error
  }
}

async function freeze(trx: Trx, { campaign, contents, filters, now }: CampaignFreezeInput): Promise<boolean> {
  const ref = { projectId: campaign.project_id, campaignId: campaign.id }
  if (!(await tryLockFreeze(trx, ref))) return false
  if (!isSameRun(await findCampaign(trx, ref), campaign)) return false
  const { started_at: startedAt } = campaign
  if (startedAt === null) return false
  await setFilterMemory(trx)
  // Time windows of the filter end at the start of the campaign, however late this runs.
  const matching = await recipientCondition(trx, { campaign, filters, now: startedAt })
  const timing = await timingOf(trx, campaign)
  const { count: recipientCount, inCohorts } = await insertRecipients(trx, {
    ...ref,
    startedAt,
    matching,
    timing,
    holdout: campaign.holdout,
    now,
  })
  for (const content of inLockOrder(contents)) {
    await insertContent(trx, { projectId: ref.projectId, content, blobs: [], now })
  }
  // Selecting the recipients may have taken half a minute.
  if (!isSameRun(await lockCampaign(trx, ref), campaign)) throw new SupersededError()
  const sampleCount = recipientCount === 0 ? null : sampleSize(campaign, recipientCount)
  const contentIds = contents.map(({ id }) => id)
  const bestHourKnown = campaign.best_hour === null ? null : inCohorts
  await setFrozen(trx, { ...ref, contentIds, recipientCount, sampleCount, bestHourKnown, now })
  // From now on the campaign has its own copy of its partials, and keeps its look.
  await setPreparedContent(trx, { ...ref, content: campaign })
  await replaceUses(trx, { ...campaignUser(ref), kind: 'partial', ids: [] })
  if (recipientCount > 0) {
    const { projectId, campaignId: ownerId } = ref
    const { goal, holdout } = campaign
    await saveGoal(trx, { projectId, ownerId, kind: 'campaign', goal, holdout, now })
    await recordCouponUses(trx, { ...campaignUser(ref), keys: couponKeysOfContent(campaign) })
    return true
  }
  await setSent(trx, { ...ref, now })
  await deleteUses(trx, campaignUser(ref))
  return true
}

/** null if all recipients get it at once. */
async function timingOf(trx: Trx, campaign: CampaignRow): Promise<SendTimes | null> {
  const { send_at_local_time: time, best_hour: bestHour } = campaign
  if (time === null && bestHour === null) return null
  const zone = (await findProject(trx, { projectId: campaign.project_id }))?.timezone ?? 'UTC'
  return bestHour ? { kind: 'bestHour', ...bestHour, zone } : { kind: 'localTime', time: time ?? '', zone }
}

/** Contents are locked in the order of their ids (ARCHITECTURE.md, "Lock order"). */
export const inLockOrder = (contents: readonly AddressedContent[]): AddressedContent[] =>
  contents.toSorted((a, b) => (a.id < b.id ? -1 : 1))

const isSameRun = (found: CampaignRow | undefined, known: CampaignRow): boolean =>
  found?.status === 'SENDING' &&
  found.frozen_at === null &&
  found.started_at?.getTime() === known.started_at?.getTime()
