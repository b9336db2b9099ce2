// The states of a campaign, docs/states.md. The caller has locked its row (lockCampaign) and found it in a state that
// allows the change.
import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ContentId } from '../../../platform/ids.ts'
import type { CampaignRef } from '../drafts/campaigns.queries.ts'

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

/** "frozen": from now on its recipients are those of the ledger. */
export async function setFrozen(
  trx: Trx,
  { now, contentId, recipientCount, ...ref }: At & { contentId: ContentId; recipientCount: number },
): Promise<void> {
  await sql`
    update campaigns set frozen_at = ${now}, content_id = ${contentId}, recipient_count = ${recipientCount}
    where ${isIt(ref)}`.execute(trx)
}

/** Its words are stored once more, because they had been erased as unused. */
export async function setContent(
  trx: Db | Trx,
  { contentId, ...ref }: CampaignRef & { contentId: ContentId },
): Promise<void> {
  await sql`update campaigns set content_id = ${contentId} where ${isIt(ref)}`.execute(trx)
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
