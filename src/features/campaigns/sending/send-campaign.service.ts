import type { z } from 'zod'
import { inTransaction } from '../../../platform/db/client.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { Config } from '../../../platform/config.ts'
import { AppError, invalidFields } from '../../../platform/errors.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { requireSender } from '../../domains/index.ts'
import type { Filters } from '../../filters/index.ts'
import { findCampaign, lockCampaign } from '../campaigns.queries.ts'
import type { CampaignRef, CampaignRow } from '../campaigns.queries.ts'
import { campaignUser } from '../campaign-user.ts'
import type { CampaignSend } from '../campaigns.schema.ts'
import { requireEditable } from '../campaigns.service.ts'
import { recordSenderUse } from '../sender-use.service.ts'
import { recordTopicUse } from '../topic-use.service.ts'
import { isAudienceEmpty } from './audience.service.ts'
import { advanceCampaignJob } from './campaigns.jobs.ts'
import { setScheduled, setSending } from './campaign-state.queries.ts'

type SendOptions = z.output<typeof CampaignSend>
type SendInput = CampaignRef & {
  options: SendOptions
  config: Pick<Config, 'MAIL_TRANSPORT'>
  filters: Filters
  now: Date
}

/** Starts or schedules the campaign. @throws AppError if it cannot be sent; it stays as it was */
export async function sendCampaign(
  db: Db | Trx,
  { options, config, filters, now, ...ref }: SendInput,
): Promise<void> {
  const scheduledFor = options.scheduledFor ?? undefined
  requireValidTimes(options, now)
  const campaign = requireEditable(await findCampaign(db, ref), 'sent')
  const { projectId } = ref
  await requireSender(db, { projectId, address: campaign.from_email, config })
  // Before the row is locked: a filter may take seconds.
  const problem = scheduledFor ? undefined : await findEmptyAudience(db, { campaign, filters, now })
  if (problem !== undefined) {
    const suggestion = 'Change its audience with PATCH /campaigns/{id}, or add contacts.'
    throw new AppError('INVALID_STATE', { message: problem, suggestion })
  }
  await inTransaction(db, async (trx) => {
    const locked = requireEditable(await lockCampaign(trx, ref), 'sent')
    if (!scheduledFor) return startCampaign(trx, { campaign: locked, options, config, now })
    await recordUses(trx, { campaign: locked, config })
    await setScheduled(trx, { ...ref, ...scheduledFor, now })
    await enqueueAdvance(trx, { ...ref, runAt: scheduledFor.at })
  })
}

type Audience = Pick<
  CampaignRow,
  'project_id' | 'audience_type' | 'segment_id' | 'audience_filter' | 'topic' | 'includes_control_group'
>

/** Why nobody would get the campaign; undefined if somebody would. */
export async function findEmptyAudience(
  db: Db | Trx,
  { campaign, filters, now }: { campaign: Audience; filters: Filters; now: Date },
): Promise<string | undefined> {
  const { project_id: projectId, topic } = campaign
  if (!(await isAudienceEmpty(db, { projectId, campaign, filters, now }))) return undefined
  return topic === null
    ? 'The campaign has no recipients: nobody in its audience is subscribed and not suppressed.'
    : `The campaign has no recipients: nobody in its audience is subscribed, in the topic ${topic} and not suppressed.`
}

type LockedCampaign = { campaign: CampaignRow; config: SendInput['config'] }

/** The caller has locked the campaign, or has just inserted it. @throws AppError DOMAIN_NOT_VERIFIED */
export async function startCampaign(
  trx: Trx,
  { campaign, options = {}, config, now }: LockedCampaign & { options?: SendOptions; now: Date },
): Promise<void> {
  const ref = { projectId: campaign.project_id, campaignId: campaign.id }
  await recordUses(trx, { campaign, config })
  const leavesAt = new Date(now.getTime() + (options.delaySeconds ?? 0) * 1_000)
  await setSending(trx, { ...ref, leavesAt, now })
  await enqueueAdvance(trx, { ...ref, runAt: leavesAt })
}

async function recordUses(trx: Trx, { campaign, config }: LockedCampaign): Promise<void> {
  const user = campaignUser({ projectId: campaign.project_id, campaignId: campaign.id })
  await recordSenderUse(trx, { ...user, address: campaign.from_email, config })
  await recordTopicUse(trx, { ...user, topic: campaign.topic })
}

function requireValidTimes({ scheduledFor, delaySeconds }: SendOptions, now: Date): void {
  if (!scheduledFor) return
  if (scheduledFor.at <= now) {
    throw invalidFields({
      field: 'scheduledFor',
      message: `must be in the future: it is ${now.toISOString()} now`,
      code: 'invalid_date',
    })
  }
  if ((delaySeconds ?? 0) > 0) {
    throw invalidFields({
      field: 'delaySeconds',
      message: 'must be left out with scheduledFor: a scheduled campaign can be cancelled until it starts',
      code: 'custom',
    })
  }
}

/** At most one job per campaign waits in the queue. */
export async function enqueueAdvance(
  db: Db | Trx,
  { runAt, projectId, campaignId }: CampaignRef & { runAt?: Date },
): Promise<void> {
  const payload = { projectId, campaignId }
  await enqueue(db, advanceCampaignJob, { payload, key: `campaign ${campaignId}`, ...(runAt && { runAt }) })
}
