// What a campaign says, as it goes on the wire: fixed when it begins, and the same for all of its recipients.
import type { Deps } from '../../../platform/deps.ts'
import { addressContent, finishForWire } from '../../delivery/index.ts'
import type { AddressedContent } from '../../delivery/index.ts'
import { createProjectFinder, trackingOf } from '../../projects/index.ts'
import type { CampaignRow } from '../drafts/campaigns.queries.ts'

export type MakeCampaignContent = (campaign: CampaignRow) => Promise<AddressedContent>

export function createCampaignContent({
  database,
  threads,
}: Pick<Deps, 'database' | 'threads'>): MakeCampaignContent {
  const findProject = createProjectFinder(database)
  return async (campaign) => {
    const { project_id: projectId, subject, html, text_part: text, is_plain: isPlain } = campaign
    const tracking = trackingOf(await findProject(projectId), { isMarketing: true })
    const finished = await finishForWire(threads, {
      projectId,
      html,
      text,
      isMarketing: true,
      tracking,
      isPlain,
      utm: campaign.utm,
    })
    return addressContent({
      ...finished,
      subject,
      isPlain,
      fromEmail: campaign.from_email,
      fromName: campaign.from_name,
      replyTo: campaign.reply_to,
      headers: {},
      attachments: [],
    })
  }
}
