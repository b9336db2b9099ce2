import type { z } from 'zod'
import { inTransaction } from '../../../platform/db/client.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { Config } from '../../../platform/config.ts'
import { AppError, invalidFields } from '../../../platform/errors.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { requireSender } from '../../domains/index.ts'
import type { Filters } from '../../filters/index.ts'
import { findCampaign, lockCampaign } from '../campaigns.queries.ts'
import type { CampaignRef } from '../campaigns.queries.ts'
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
  if (!scheduledFor && (await isAudienceEmpty(db, { projectId, campaign, filters, now }))) {
    throw new AppError('INVALID_STATE', {
      message:
        campaign.topic === null
          ? 'The campaign has no recipients: nobody in its audience is subscribed and not suppressed.'
          : `The campaign has no recipients: nobody in its audience is subscribed, in the topic ${campaign.topic} and not suppressed.`,
      suggestion: 'Change its audience with PATCH /campaigns/{id}, or add contacts.',
    })
  }
  await inTransaction(db, async (trx) => {
    const { from_email: address, topic } = requireEditable(await lockCampaign(trx, ref), 'sent')
    await recordSenderUse(trx, { ...ref, address, config })
    await recordTopicUse(trx, { ...ref, topic })
    if (scheduledFor) await setScheduled(trx, { ...ref, ...scheduledFor, now })
    const leavesAt = new Date(now.getTime() + (options.delaySeconds ?? 0) * 1_000)
    if (!scheduledFor) await setSending(trx, { ...ref, leavesAt, now })
    await enqueueAdvance(trx, { ...ref, runAt: scheduledFor?.at ?? leavesAt })
  })
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
