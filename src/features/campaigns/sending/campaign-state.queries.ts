// The state changes of a campaign, docs/states.md. The caller has locked its row (lockCampaign) and checked that its state
// allows the change.
import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ContentId } from '../../../platform/ids.ts'
import type { CampaignRef } from '../campaigns.queries.ts'

type StateChange = CampaignRef & { now: Date }

const isCampaign = ({ projectId, campaignId }: CampaignRef) =>
  sql`project_id = ${projectId} and id = ${campaignId}`

/** "scheduled": also changes the time of a scheduled campaign. */
export async function setScheduled(
  trx: Trx,
  { now, at, offset, ...ref }: StateChange & { at: Date; offset: string },
): Promise<void> {
  await sql`
    update campaigns set status = 'SCHEDULED', scheduled_at = ${at}, scheduled_offset = ${offset}, updated_at = ${now}
    where ${isCampaign(ref)}`.execute(trx)
}

/** "started": no email leaves before `leavesAt`. */
export async function setSending(
  trx: Trx,
  { now, leavesAt, ...ref }: StateChange & { leavesAt: Date },
): Promise<void> {
  await sql`
    update campaigns set status = 'SENDING', started_at = ${now}, leaves_at = ${leavesAt}, updated_at = ${now}
    where ${isCampaign(ref)}`.execute(trx)
}

/** "cancelled" before an email left. */
export async function setDraft(trx: Trx, { now, ...ref }: StateChange): Promise<void> {
  await sql`
    update campaigns set status = 'DRAFT', scheduled_at = null, scheduled_offset = null, started_at = null,
      leaves_at = null, paused_at = null, pause_reason = null, updated_at = ${now}
    where ${isCampaign(ref)}`.execute(trx)
}

type FrozenCampaign = {
  contentIds: readonly ContentId[]
  recipientCount: number
  sampleCount: number | null
  bestHourKnown: number | null
}

/** "frozen": from now on the ledger holds the recipients. */
export async function setFrozen(
  trx: Trx,
  { now, contentIds, recipientCount, sampleCount, bestHourKnown, ...ref }: StateChange & FrozenCampaign,
): Promise<void> {
  await sql`
    update campaigns set frozen_at = ${now}, content_id = ${contentIds[0]}, content_ids = ${contentIds}::uuid[],
      recipient_count = ${recipientCount}, sample_count = ${sampleCount},
      best_hour_known = ${bestHourKnown}
    where ${isCampaign(ref)}`.execute(trx)
}

/** Replaces the contents after they had been erased as unused. */
export async function setContents(
  trx: Db | Trx,
  { contentIds, ...ref }: CampaignRef & { contentIds: readonly ContentId[] },
): Promise<void> {
  await sql`
    update campaigns set content_ids = ${contentIds}::uuid[],
      content_id = (${contentIds}::uuid[])[coalesce(winner, 0) + 1] where ${isCampaign(ref)}`.execute(trx)
}

/** The rate of the campaign is used up until then. */
export async function setPaced(
  trx: Trx,
  { pacedAt, ...ref }: CampaignRef & { pacedAt: Date },
): Promise<void> {
  await sql`update campaigns set paced_at = ${pacedAt} where ${isCampaign(ref)}`.execute(trx)
}

/** "sampled": every email of the sample has been attempted, and the wait begins. */
export async function setSampled(trx: Trx, { now, ...ref }: StateChange): Promise<void> {
  await sql`update campaigns set sampled_at = ${now}, updated_at = ${now} where ${isCampaign(ref)}`.execute(
    trx,
  )
}

type TestDecision = { winner: number; contentId: ContentId; decision: object }

/**
 * "decided": the remaining recipients get this variant. A decision before the sample is complete ends the sample: it was as large as
 * the number of recipients so far.
 */
export async function setWinner(
  trx: Trx,
  { now, winner, contentId, decision, ...ref }: StateChange & TestDecision,
): Promise<void> {
  await sql`
    update campaigns set winner = ${winner}, content_id = ${contentId}, decision = ${JSON.stringify(decision)},
      sample_count = least(sample_count, fed_count + gone_count), updated_at = ${now} where ${isCampaign(ref)}`.execute(
    trx,
  )
}

export async function setPaused(
  trx: Trx,
  { now, reason, ...ref }: StateChange & { reason: string },
): Promise<void> {
  await sql`
    update campaigns set paused_at = ${now}, pause_reason = ${reason}, updated_at = ${now}
    where ${isCampaign(ref)}`.execute(trx)
}

export async function setResumed(
  trx: Trx,
  { now, judgedFrom, ...ref }: StateChange & { judgedFrom: Record<string, number> },
): Promise<void> {
  await sql`
    update campaigns set paused_at = null, pause_reason = null, judged_from = ${JSON.stringify(judgedFrom)},
      updated_at = ${now} where ${isCampaign(ref)}`.execute(trx)
}

/** "sent": every email has its outcome. */
export async function setSent(trx: Trx, { now, ...ref }: StateChange): Promise<void> {
  await sql`update campaigns set status = 'SENT', sent_at = ${now}, updated_at = ${now} where ${isCampaign(ref)}`.execute(
    trx,
  )
}

/** "cancelled" while being sent. `unsent` is the number of recipients who have no email and will get none. */
export async function setCancelled(
  trx: Trx,
  { now, unsent, ...ref }: StateChange & { unsent: number },
): Promise<void> {
  await sql`
    update campaigns set status = 'CANCELLED', cancelled_at = ${now}, unsent_count = ${unsent}, paused_at = null,
      pause_reason = null, updated_at = ${now}
    where ${isCampaign(ref)}`.execute(trx)
}

/** Campaigns of all projects that are being sent or are due. Served by campaigns_under_way. */
export async function listUnderWay(db: Db, { now }: { now: Date }): Promise<CampaignRef[]> {
  const { rows } = await sql<CampaignRef>`
    select project_id as "projectId", id as "campaignId" from campaigns
    where (status = 'SENDING' and paused_at is null)
      or (status = 'SCHEDULED' and scheduled_at <= ${now})`.execute(db)
  return rows
}
