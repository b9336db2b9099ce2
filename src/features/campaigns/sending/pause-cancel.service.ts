// What a caller can do with a campaign: send it now or later, pause it, go on, take it back. Each locks the row of the
// campaign, so of two calls at once the second finds what the first has made of it.
import type { z } from 'zod'
import { inTransaction } from '../../../platform/db/client.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { Config } from '../../../platform/config.ts'
import { AppError, invalidFields } from '../../../platform/errors.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { cancelCampaignEmails, holdCampaign, releaseCampaign } from '../../delivery/index.ts'
import { requireSender } from '../../domains/index.ts'
import type { Filters } from '../../filters/index.ts'
import { deleteUses } from '../../uses/index.ts'
import { findCampaign, lockCampaign } from '../campaigns.queries.ts'
import type { CampaignRef, CampaignRow } from '../campaigns.queries.ts'
import type { CampaignSend } from '../campaigns.schema.ts'
import { requireCampaign, requireOpen, wrongState } from '../campaigns.service.ts'
import { noteSender } from '../sender-use.service.ts'
import { readTotals } from '../statistics/statistics.service.ts'
import { isAudienceEmpty } from './audience.service.ts'
import { judgedOf } from './brake.ts'
import { advanceCampaignJob } from './campaigns.jobs.ts'
import {
  setCancelled,
  setDraft,
  setPaused,
  setResumed,
  setScheduled,
  setSending,
} from './campaign-state.queries.ts'

type Tools = { config: Pick<Config, 'MAIL_TRANSPORT'>; filters: Filters; now: Date }
type Sending = CampaignRef & Tools & { given: z.output<typeof CampaignSend> }

/** Now, or at the time that is given. @throws AppError if it cannot be sent; it stays as it was */
export async function sendCampaign(
  db: Db | Trx,
  { given, config, filters, now, ...ref }: Sending,
): Promise<void> {
  const scheduledFor = given.scheduledFor ?? undefined
  refuseTimes(given, now)
  const campaign = requireOpen(await findCampaign(db, ref), 'sent')
  const { projectId } = ref
  await requireSender(db, { projectId, address: campaign.from_email, config })
  // Before the row is locked: a filter may take seconds.
  if (!scheduledFor && (await isAudienceEmpty(db, { projectId, campaign, filters, now }))) throw nobody()
  await inTransaction(db, async (trx) => {
    const { from_email: address } = requireOpen(await lockCampaign(trx, ref), 'sent')
    await noteSender(trx, { ...ref, address, config })
    if (scheduledFor) await setScheduled(trx, { ...ref, ...scheduledFor, now })
    const leavesAt = new Date(now.getTime() + (given.delaySeconds ?? 0) * 1_000)
    if (!scheduledFor) await setSending(trx, { ...ref, leavesAt, now })
    await enqueueAdvance(trx, { ...ref, runAt: scheduledFor?.at ?? leavesAt })
  })
}

function refuseTimes({ scheduledFor, delaySeconds }: Sending['given'], now: Date): void {
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
      message: 'must be left out with scheduledFor: until then the campaign can be cancelled anyway',
      code: 'custom',
    })
  }
}

const nobody = (): AppError =>
  new AppError('INVALID_STATE', {
    message: 'The campaign has no recipients: nobody in its audience is subscribed and not suppressed.',
    suggestion: 'Change its audience with PATCH /campaigns/{id}, or add contacts.',
  })

/** One job per campaign, whoever asks for it. */
export async function enqueueAdvance(
  db: Db | Trx,
  { runAt, projectId, campaignId }: CampaignRef & { runAt?: Date },
): Promise<void> {
  const payload = { projectId, campaignId }
  await enqueue(db, advanceCampaignJob, { payload, key: `campaign ${campaignId}`, ...(runAt && { runAt }) })
}

type Steering = CampaignRef & { now: Date }

/**
 * Takes it back. Before anything has left it is a draft again; while it is being sent, all that is not in a worker's hands
 * is dropped.
 */
export async function cancelCampaign(db: Db | Trx, { now, ...ref }: Steering): Promise<CampaignRow> {
  return inTransaction(db, async (trx) => {
    const campaign = requireCampaign(await lockCampaign(trx, ref))
    if (isUnbegun(campaign, now)) await backToDraft(trx, { ...ref, now })
    else if (campaign.status === 'SENDING') await drop(trx, { campaign, now })
    else throw wrongState(campaign.status, 'Only a SCHEDULED or SENDING campaign can be cancelled.')
    return requireCampaign(await findCampaign(trx, ref))
  })
}

const isUnbegun = ({ status, frozen_at: frozenAt, leaves_at: leavesAt }: CampaignRow, now: Date): boolean =>
  status === 'SCHEDULED' || (status === 'SENDING' && frozenAt === null && leavesAt !== null && leavesAt > now)

const userOf = ({ campaignId }: CampaignRef) => ({ kind: 'campaign', id: campaignId }) as const

/** A draft needs its segment, and no longer the domain that it would be sent from. */
async function backToDraft(trx: Trx, { now, ...ref }: Steering): Promise<void> {
  await setDraft(trx, { ...ref, now })
  await deleteUses(trx, { projectId: ref.projectId, user: userOf(ref), kind: 'domain' })
}

async function drop(trx: Trx, { campaign, now }: { campaign: CampaignRow; now: Date }): Promise<void> {
  const ref = { projectId: campaign.project_id, campaignId: campaign.id }
  const { recipient_count: recipients, fed_count: fed, gone_count: gone, started_at: startedAt } = campaign
  await setCancelled(trx, { ...ref, unsent: (recipients ?? 0) - fed - gone, now })
  await deleteUses(trx, { projectId: ref.projectId, user: userOf(ref) })
  if (campaign.frozen_at === null || startedAt === null) return
  await cancelCampaignEmails(trx, { ...ref, startedAt, now })
  // What workers have in their hands may come back.
  await enqueueAdvance(trx, ref)
}

const PAUSED_BY_CALLER = 'Paused by a call of POST /campaigns/{id}/pause.'

export async function pauseCampaign(
  db: Db | Trx,
  { now, reason = PAUSED_BY_CALLER, ...ref }: Steering & { reason?: string | undefined },
): Promise<CampaignRow> {
  return inTransaction(db, async (trx) => {
    const campaign = requireSending(await lockCampaign(trx, ref))
    if (campaign.paused_at !== null) {
      throw new AppError('INVALID_STATE', {
        message: `The campaign is paused already: ${campaign.pause_reason}`,
        suggestion: 'POST /campaigns/{id}/resume goes on, POST /campaigns/{id}/cancel ends it.',
      })
    }
    await hold(trx, { campaign, reason, now })
    return requireCampaign(await findCampaign(trx, ref))
  })
}

/** "paused" of docs/states.md: from the commit on, no worker takes an email of it. The caller has locked the campaign. */
export async function hold(
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
  throw wrongState(row.status, 'Only a SENDING campaign can be paused and resumed.')
}

/** Goes on where it was. @throws AppError if it is not paused, or may not be sent from its address (any more) */
export async function resumeCampaign(
  db: Db | Trx,
  { now, config, ...ref }: Steering & Pick<Tools, 'config'>,
): Promise<CampaignRow> {
  return inTransaction(db, async (trx) => {
    const campaign = requireSending(await lockCampaign(trx, ref))
    const { paused_at: pausedAt, from_email: address, started_at: startedAt } = campaign
    if (pausedAt === null) {
      throw new AppError('INVALID_STATE', {
        message: 'The campaign is not paused.',
        suggestion: 'GET /campaigns/{id} shows its state; only one with paused: true can be resumed.',
      })
    }
    await noteSender(trx, { ...ref, address, config })
    const { totals } = await readTotals(trx, campaign)
    await setResumed(trx, { ...ref, judgedFrom: judgedOf(totals), now })
    if (startedAt !== null) await releaseCampaign(trx, { ...ref, startedAt, now })
    await enqueueAdvance(trx, ref)
    return requireCampaign(await findCampaign(trx, ref))
  })
}
