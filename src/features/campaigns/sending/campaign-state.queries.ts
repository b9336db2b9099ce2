// The states of a campaign, docs/states.md. The caller has locked its row (lockCampaign) and found it in a state that
// allows the change.
import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ContentId } from '../../../platform/ids.ts'
import type { CampaignRef } from '../campaigns.queries.ts'

type At = CampaignRef & { now: Date }

const isIt = ({ projectId, campaignId }: CampaignRef) => sql`project_id = ${projectId} and id = ${campaignId}`

/** "scheduled": also from one time to another. */
export async function setScheduled(
  trx: Trx,
  { now, at, offset, ...ref }: At & { at: Date; offset: string },
): Promise<void> {
  await sql`
    update campaigns set status = 'SCHEDULED', scheduled_at = ${at}, scheduled_offset = ${offset}, updated_at = ${now}
    where ${isIt(ref)}`.execute(trx)
}

/** "started": nothing leaves before `leavesAt`. */
export async function setSending(
  trx: Trx,
  { now, leavesAt, ...ref }: At & { leavesAt: Date },
): Promise<void> {
  await sql`
    update campaigns set status = 'SENDING', started_at = ${now}, leaves_at = ${leavesAt}, updated_at = ${now}
    where ${isIt(ref)}`.execute(trx)
}

/** "cancelled" before anything left: the campaign is a draft as before. */
export async function setDraft(trx: Trx, { now, ...ref }: At): Promise<void> {
  await sql`
    update campaigns set status = 'DRAFT', scheduled_at = null, scheduled_offset = null, started_at = null,
      leaves_at = null, paused_at = null, pause_reason = null, updated_at = ${now}
    where ${isIt(ref)}`.execute(trx)
}

type Frozen = { contentIds: readonly ContentId[]; recipientCount: number; sampleCount: number | null }

/** "frozen": from now on its recipients are those of the ledger. */
export async function setFrozen(
  trx: Trx,
  { now, contentIds, recipientCount, sampleCount, ...ref }: At & Frozen,
): Promise<void> {
  await sql`
    update campaigns set frozen_at = ${now}, content_id = ${contentIds[0]}, content_ids = ${contentIds}::uuid[],
      recipient_count = ${recipientCount}, sample_count = ${sampleCount}
    where ${isIt(ref)}`.execute(trx)
}

/** Its words are stored once more, because they had been erased as unused. */
export async function setContents(
  trx: Db | Trx,
  { contentIds, ...ref }: CampaignRef & { contentIds: readonly ContentId[] },
): Promise<void> {
  await sql`
    update campaigns set content_ids = ${contentIds}::uuid[],
      content_id = (${contentIds}::uuid[])[coalesce(winner, 0) + 1] where ${isIt(ref)}`.execute(trx)
}

/** So many have been made that the pace is used up until then. */
export async function setPaced(
  trx: Trx,
  { pacedAt, ...ref }: CampaignRef & { pacedAt: Date },
): Promise<void> {
  await sql`update campaigns set paced_at = ${pacedAt} where ${isIt(ref)}`.execute(trx)
}

/** "sampled": everybody in the sample has been tried, and the wait begins. */
export async function setSampled(trx: Trx, { now, ...ref }: At): Promise<void> {
  await sql`update campaigns set sampled_at = ${now}, updated_at = ${now} where ${isIt(ref)}`.execute(trx)
}

type Decided = { winner: number; contentId: ContentId; decision: object }

/** "decided": the rest gets this variant. */
export async function setWinner(
  trx: Trx,
  { now, winner, contentId, decision, ...ref }: At & Decided,
): Promise<void> {
  await sql`
    update campaigns set winner = ${winner}, content_id = ${contentId}, decision = ${JSON.stringify(decision)},
      updated_at = ${now} where ${isIt(ref)}`.execute(trx)
}

export async function setPaused(trx: Trx, { now, reason, ...ref }: At & { reason: string }): Promise<void> {
  await sql`
    update campaigns set paused_at = ${now}, pause_reason = ${reason}, updated_at = ${now} where ${isIt(ref)}`.execute(
    trx,
  )
}

export async function setResumed(
  trx: Trx,
  { now, judgedFrom, ...ref }: At & { judgedFrom: Record<string, number> },
): Promise<void> {
  await sql`
    update campaigns set paused_at = null, pause_reason = null, judged_from = ${JSON.stringify(judgedFrom)},
      updated_at = ${now} where ${isIt(ref)}`.execute(trx)
}

/** "sent": every recipient has an end. */
export async function setSent(trx: Trx, { now, ...ref }: At): Promise<void> {
  await sql`update campaigns set status = 'SENT', sent_at = ${now}, updated_at = ${now} where ${isIt(ref)}`.execute(
    trx,
  )
}

/** "cancelled" while it was being sent. Recipients that have no email yet will get none: their number is arithmetic. */
export async function setCancelled(
  trx: Trx,
  { now, unsent, ...ref }: At & { unsent: number },
): Promise<void> {
  await sql`
    update campaigns set status = 'CANCELLED', cancelled_at = ${now}, unsent_count = ${unsent}, paused_at = null,
      pause_reason = null, updated_at = ${now}
    where ${isIt(ref)}`.execute(trx)
}

/** Campaigns of all projects that have something to do now. Served by campaigns_under_way. */
export async function listUnderWay(db: Db, { now }: { now: Date }): Promise<CampaignRef[]> {
  const { rows } = await sql<CampaignRef>`
    select project_id as "projectId", id as "campaignId" from campaigns
    where (status = 'SENDING' and paused_at is null) or (status = 'SCHEDULED' and scheduled_at <= ${now})`.execute(
    db,
  )
  return rows
}
