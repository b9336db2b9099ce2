// Makes emails of recipients, some thousand at a time and never far ahead of sending: so the queue stays small however large
// a campaign is, and a pause or a cancellation has little to take back.
import { inTransaction } from '../../../platform/db/client.ts'
import type { Db } from '../../../platform/db/client.ts'
import { countWaitingOf } from '../../delivery/index.ts'
import { deleteUses } from '../../uses/index.ts'
import { lockCampaign } from '../drafts/campaigns.queries.ts'
import type { CampaignRef, CampaignRow } from '../drafts/campaigns.queries.ts'
import { setSent } from './campaign-state.queries.ts'
import { feedRecipients, hasUnfed } from './recipients.queries.ts'

// Some 100 ms of work, for which the campaign is locked: whoever pauses it waits as long.
const BATCH = 2_000

/** Ten seconds at the highest rate that one machine has been seen to send at. Holding them back takes less than a second. */
export const MOST_AHEAD = 20_000

// Later than that an email bears the time at which it was made instead of that of the campaign's start: a Date of hours ago
// looks like an email that was stuck.
const OWN_DATE_AFTER_MS = 10 * 60_000

/** `full`: enough is waiting. `fed`: there was room for these. `over`: nobody is left. `stopped`: it is no longer being sent. */
export type FeedResult = 'full' | 'fed' | 'over' | 'stopped'

export async function feedBatch(db: Db, { now, ...ref }: CampaignRef & { now: Date }): Promise<FeedResult> {
  return inTransaction(db, async (trx) => {
    const campaign = await lockCampaign(trx, ref)
    if (!campaign || !isFeedable(campaign)) return 'stopped'
    const { content_id: contentId, started_at: startedAt, position } = campaign
    const { count } = await countWaitingOf(trx, { ...ref, startedAt })
    const limit = Math.min(BATCH, MOST_AHEAD - count)
    if (limit <= 0) return 'full'
    const isLate = now.getTime() - startedAt.getTime() > OWN_DATE_AFTER_MS
    const scheduledFor = isLate ? now : null
    const { chosen } = await feedRecipients(trx, { ...ref, contentId, position, scheduledFor, limit, now })
    return chosen < limit ? 'over' : 'fed'
  })
}

type Feedable = CampaignRow & { content_id: NonNullable<CampaignRow['content_id']>; started_at: Date }

const isFeedable = (row: CampaignRow): row is Feedable =>
  row.status === 'SENDING' && row.paused_at === null && row.content_id !== null && row.started_at !== null

/** "sent" of docs/states.md, once every recipient has had a turn and no email waits. False while one does. */
export async function finishCampaign(db: Db, { now, ...ref }: CampaignRef & { now: Date }): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const campaign = await lockCampaign(trx, ref)
    if (!campaign || !isFeedable(campaign)) return true
    const { started_at: startedAt, position } = campaign
    if (await hasUnfed(trx, { ...ref, position })) return false
    if ((await countWaitingOf(trx, { ...ref, startedAt })).count > 0) return false
    await setSent(trx, { ...ref, now })
    await deleteUses(trx, { projectId: ref.projectId, user: { kind: 'campaign', id: ref.campaignId } })
    return true
  })
}
