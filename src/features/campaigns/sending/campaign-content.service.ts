// What a campaign says, as it goes on the wire: fixed when it begins, and the same for all recipients of a variant.
import type { Deps } from '../../../platform/deps.ts'
import { addressContent, finishForWire } from '../../delivery/index.ts'
import type { AddressedContent } from '../../delivery/index.ts'
import { createProjectFinder, trackingOf } from '../../projects/index.ts'
import type { CampaignRow } from '../campaigns.queries.ts'

export type CampaignContents = {
  /** Its own words. */
  makeContent: (campaign: CampaignRow) => Promise<AddressedContent>
  /** Its own, then those of its variants. */
  makeContents: (campaign: CampaignRow) => Promise<AddressedContent[]>
}

export function createCampaignContents({
  database,
  threads,
}: Pick<Deps, 'database' | 'threads'>): CampaignContents {
  const findProject = createProjectFinder(database)
  const makeContent: CampaignContents['makeContent'] = async (campaign) => {
    const { project_id: projectId, subject, html, text_part: text, is_plain: isPlain, utm } = campaign
    const tracking = trackingOf(await findProject(projectId), { isMarketing: true })
    const unfinished = { projectId, html, text, isMarketing: true, tracking, isPlain, utm }
    const finished = await finishForWire(threads, unfinished)
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
  return {
    makeContent,
    async makeContents(campaign) {
      const contents: AddressedContent[] = []
      for (const one of variantsOf(campaign)) contents.push(await makeContent(one))
      return contents
    },
  }
}

/** The campaign as each of its variants says it, its own words first. */
export const variantsOf = (campaign: CampaignRow): CampaignRow[] => [
  campaign,
  ...(campaign.variants ?? []).map(({ subject, body, ...made }) => ({
    ...campaign,
    ...made,
    subject: subject ?? campaign.subject,
    body: body ?? campaign.body,
  })),
]
