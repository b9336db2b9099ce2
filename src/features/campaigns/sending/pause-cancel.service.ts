// Pausing, resuming and cancelling a campaign. Each locks the row of the campaign, so that concurrent calls run one after the
// other.
import { inTransaction } from '../../../platform/db/client.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { Config } from '../../../platform/config.ts'
import { AppError } from '../../../platform/errors.ts'
import { cancelCampaignEmails, holdCampaign, releaseCampaign } from '../../delivery/index.ts'
import { endGoal } from '../../goals/index.ts'
import { deleteUses } from '../../uses/index.ts'
import { findCampaign, lockCampaign } from '../campaigns.queries.ts'
import type { CampaignRef, CampaignRow } from '../campaigns.queries.ts'
import { requireCampaign, wrongState } from '../campaigns.service.ts'
import { campaignUser } from '../campaign-user.ts'
import { recordSenderUse } from '../sender-use.service.ts'
import { readTotals } from '../statistics/statistics.service.ts'
import { deliveryCountsOf } from './auto-pause.ts'
import { setCancelled, setDraft, setPaused, setResumed } from './campaign-state.queries.ts'
import { enqueueAdvance } from './send-campaign.service.ts'

type StateChange = CampaignRef & { now: Date }

/**
 * Returns the campaign to DRAFT if no email has left. Otherwise drops all its emails that no worker has claimed.
 */
export async function cancelCampaign(db: Db | Trx, { now, ...ref }: StateChange): Promise<CampaignRow> {
  return inTransaction(db, async (trx) => {
    const campaign = requireCampaign(await lockCampaign(trx, ref))
    if (canReturnToDraft(campaign, now)) await returnToDraft(trx, { ...ref, now })
    else if (campaign.status === 'SENDING') await cancelSending(trx, { campaign, now })
    else throw wrongState(campaign.status, 'Only a SCHEDULED or SENDING campaign can be cancelled.')
    return requireCampaign(await findCampaign(trx, ref))
  })
}

const canReturnToDraft = (
  { status, frozen_at: frozenAt, leaves_at: leavesAt }: CampaignRow,
  now: Date,
): boolean =>
  status === 'SCHEDULED' || (status === 'SENDING' && frozenAt === null && leavesAt !== null && leavesAt > now)

/** A draft still needs its segment, but not its sender domain. */
async function returnToDraft(trx: Trx, { now, ...ref }: StateChange): Promise<void> {
  await setDraft(trx, { ...ref, now })
  await deleteUses(trx, { ...campaignUser(ref), kind: 'domain' })
  await deleteUses(trx, { ...campaignUser(ref), kind: 'topic' })
}

async function cancelSending(
  trx: Trx,
  { campaign, now }: { campaign: CampaignRow; now: Date },
): Promise<void> {
  const ref = { projectId: campaign.project_id, campaignId: campaign.id }
  const { recipient_count: recipients, fed_count: fed, gone_count: gone, started_at: startedAt } = campaign
  await setCancelled(trx, { ...ref, unsent: (recipients ?? 0) - fed - gone, now })
  await endGoal(trx, { projectId: ref.projectId, ownerId: ref.campaignId, now })
  await deleteUses(trx, campaignUser(ref))
  if (campaign.frozen_at === null || startedAt === null) return
  await cancelCampaignEmails(trx, { ...ref, startedAt, now })
  // Workers may return claimed emails to the queue; the job cancels those.
  await enqueueAdvance(trx, ref)
}

const PAUSED_BY_CALLER = 'Paused with POST /campaigns/{id}/pause.'

export async function pauseCampaign(
  db: Db | Trx,
  { now, reason = PAUSED_BY_CALLER, ...ref }: StateChange & { reason?: string | undefined },
): Promise<CampaignRow> {
  return inTransaction(db, async (trx) => {
    const campaign = requireSending(await lockCampaign(trx, ref))
    if (campaign.paused_at !== null) {
      throw new AppError('INVALID_STATE', {
        message: `The campaign is already paused: ${campaign.pause_reason}`,
        suggestion:
          'Continue it with POST /campaigns/{id}/resume, or end it with POST /campaigns/{id}/cancel.',
      })
    }
    await pauseLocked(trx, { campaign, reason, now })
    return requireCampaign(await findCampaign(trx, ref))
  })
}

/** "paused" of docs/states.md: after the commit no worker claims its emails. The caller has locked the campaign. */
export async function pauseLocked(
  trx: Trx,
  { campaign, reason, now }: { campaign: CampaignRow; reason: string; now: Date },
): Promise<void> {
  const ref = { projectId: campaign.project_id, campaignId: campaign.id }
  await setPaused(trx, { ...ref, reason, now })
  if (campaign.frozen_at === null || campaign.started_at === null) return
  await holdCampaign(trx, { ...ref, startedAt: campaign.started_at })
}

function requireSending(found: CampaignRow | undefined): CampaignRow {
  const row = requireCampaign(found)
  if (row.status === 'SENDING') return row
  throw wrongState(row.status, 'Only a SENDING campaign can be paused or resumed.')
}

/** @throws AppError if it is not paused, or its sender domain is not verified */
export async function resumeCampaign(
  db: Db | Trx,
  { now, config, ...ref }: StateChange & { config: Pick<Config, 'MAIL_TRANSPORT'> },
): Promise<CampaignRow> {
  return inTransaction(db, async (trx) => {
    const campaign = requireSending(await lockCampaign(trx, ref))
    const { paused_at: pausedAt, from_email: address, started_at: startedAt } = campaign
    if (pausedAt === null) {
      throw new AppError('INVALID_STATE', {
        message: 'The campaign is not paused.',
        suggestion:
          'GET /campaigns/{id} returns its state; only a campaign with paused: true can be resumed.',
      })
    }
    await recordSenderUse(trx, { ...campaignUser(ref), address, config })
    const { totals } = await readTotals(trx, campaign)
    await setResumed(trx, { ...ref, judgedFrom: deliveryCountsOf(totals), now })
    if (startedAt !== null) await releaseCampaign(trx, { ...ref, startedAt, now })
    await enqueueAdvance(trx, ref)
    return requireCampaign(await findCampaign(trx, ref))
  })
}
