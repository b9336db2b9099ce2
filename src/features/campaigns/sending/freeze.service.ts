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
import { deleteUses } from '../../uses/index.ts'
import { campaignUser } from '../campaign-user.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { findCampaign, lockCampaign } from '../campaigns.queries.ts'
import type { CampaignRow } from '../campaigns.queries.ts'
import { recipientCondition } from './audience.service.ts'
import { setFrozen, setSent } from './campaign-state.queries.ts'
import { insertRecipients, tryLockFreeze } from './recipients.queries.ts'
import { sampleSize } from './sample.ts'

type CampaignFreezeInput = {
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
  const { send_at_local_time: time } = campaign
  const localTime = time === null ? null : { time, zone: await zoneOf(trx, ref) }
  const recipientCount = await insertRecipients(trx, { ...ref, startedAt, matching, localTime })
  for (const content of inLockOrder(contents)) {
    await insertContent(trx, { projectId: ref.projectId, content, blobs: [], now })
  }
  // Selecting the recipients may have taken half a minute.
  if (!isSameRun(await lockCampaign(trx, ref), campaign)) throw new SupersededError()
  const sampleCount = recipientCount === 0 ? null : sampleSize(campaign, recipientCount)
  const contentIds = contents.map(({ id }) => id)
  await setFrozen(trx, { ...ref, contentIds, recipientCount, sampleCount, now })
  if (recipientCount > 0) {
    const { projectId, campaignId: ownerId } = ref
    await saveGoal(trx, { projectId, ownerId, kind: 'campaign', goal: campaign.goal })
    return true
  }
  await setSent(trx, { ...ref, now })
  await deleteUses(trx, campaignUser(ref))
  return true
}

/** The time zone for contacts that have none. */
const zoneOf = async (trx: Trx, { projectId }: { projectId: ProjectId }): Promise<string> =>
  (await findProject(trx, { projectId }))?.timezone ?? 'UTC'

/** Contents are locked in the order of their ids (ARCHITECTURE.md, "Lock order"). */
export const inLockOrder = (contents: readonly AddressedContent[]): AddressedContent[] =>
  contents.toSorted((a, b) => (a.id < b.id ? -1 : 1))

const isSameRun = (found: CampaignRow | undefined, known: CampaignRow): boolean =>
  found?.status === 'SENDING' &&
  found.frozen_at === null &&
  found.started_at?.getTime() === known.started_at?.getTime()
