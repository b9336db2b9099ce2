// A campaign that was sent in the past without sending anything: for the sample data. It takes the steps of a real one, with the times of
// then, in one transaction, so that no worker sees it before it is over.
import { sql } from 'kysely'
import type { Trx } from '../../../platform/db/client.ts'
import { deleteCounterLabels } from '../../../platform/db/counters.ts'
import type { ContactId, EmailId, ProjectId } from '../../../platform/ids.ts'
import { insertContent } from '../../delivery/index.ts'
import type { AddressedContent } from '../../delivery/index.ts'
import type { Filters } from '../../filters/index.ts'
import { deleteUses } from '../../uses/index.ts'
import { campaignUser } from '../campaign-user.ts'
import { deleteCampaign, takeAllRecipients } from '../campaigns.queries.ts'
import type { CampaignContent, CampaignRef, CampaignRow } from '../campaigns.queries.ts'
import { insertDraft } from '../campaigns.service.ts'
import { recipientCondition } from './audience.service.ts'
import { setFrozen, setSending, setSent } from './campaign-state.queries.ts'
import { insertRecipients } from './recipients.queries.ts'

type PastCampaignInput = {
  projectId: ProjectId
  content: CampaignContent
  addressed: AddressedContent
  filters: Filters
  startedAt: Date
  sentAt: Date
  now: Date
}

export type PastRecipient = { emailId: EmailId; contactId: ContactId; address: string }

/** @returns the campaign and its recipients, whose emails the caller records in the same transaction */
export async function insertPastCampaign(
  trx: Trx,
  { projectId, content, addressed, filters, startedAt, sentAt, now }: PastCampaignInput,
): Promise<{ campaign: CampaignRow; recipients: PastRecipient[] }> {
  const campaign = await insertDraft(trx, { projectId, content, now: startedAt })
  const ref = { projectId, campaignId: campaign.id }
  await setSending(trx, { ...ref, leavesAt: startedAt, now: startedAt })
  const matching = await recipientCondition(trx, { campaign, filters, now: startedAt })
  const chosen = { ...ref, startedAt, matching, timing: null, holdout: null, now: startedAt }
  const { count } = await insertRecipients(trx, chosen)
  // Contents that nothing has used for weeks are erased.
  await insertContent(trx, { projectId, content: addressed, blobs: [], now })
  const frozen = { contentIds: [addressed.id], recipientCount: count, sampleCount: null, bestHourKnown: null }
  await setFrozen(trx, { ...ref, ...frozen, now: startedAt })
  const recipients = await takeAllRecipients(trx, ref)
  await setSent(trx, { ...ref, now: sentAt })
  await deleteUses(trx, campaignUser(ref))
  return { campaign, recipients }
}

/** Deletes a sent campaign and its figures. The caller has deleted its emails. */
export async function removePastCampaign(trx: Trx, ref: CampaignRef): Promise<void> {
  await deleteCampaign(trx, ref)
  await deleteUses(trx, campaignUser(ref))
  for (const counter of ['campaigns', 'campaign_hours']) {
    await deleteCounterLabels(trx, { counter, where: sql`starts_with(label, ${`${ref.campaignId} `})` })
  }
}
