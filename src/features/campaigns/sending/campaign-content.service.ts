// The content of a campaign as it is sent: fixed when it starts, and identical for all recipients of a variant.
import type { Deps } from '../../../platform/deps.ts'
import { addressContent, finishForWire, finishTranslations } from '../../delivery/index.ts'
import type { AddressedContent } from '../../delivery/index.ts'
import { createProjectFinder, trackingOf } from '../../projects/index.ts'
import type { CampaignRow } from '../campaigns.queries.ts'
import { withCurrentContent } from '../prepare-content.service.ts'

type ContentColumns = Pick<
  CampaignRow,
  | 'project_id'
  | 'subject'
  | 'html'
  | 'text_part'
  | 'is_plain'
  | 'utm'
  | 'translations'
  | 'from_email'
  | 'from_name'
  | 'reply_to'
>

export type CampaignContents = {
  /** The campaign with its partials and the brand kit as they are now, unless it has started. @throws AppError TEMPLATE_SYNTAX */
  current: (campaign: CampaignRow) => Promise<CampaignRow>
  makeContent: (campaign: ContentColumns) => Promise<AddressedContent>
  /** The campaign's own content, then those of its variants. */
  makeContents: (campaign: CampaignRow) => Promise<AddressedContent[]>
}

export function createCampaignContents(deps: Pick<Deps, 'database' | 'threads'>): CampaignContents {
  const { database, threads } = deps
  const findProject = createProjectFinder(database)
  const makeContent: CampaignContents['makeContent'] = async (campaign) => {
    const { project_id: projectId, subject, html, text_part: text, is_plain: isPlain, utm } = campaign
    const tracking = trackingOf(await findProject(projectId), { isMarketing: true })
    const unfinished = { projectId, html, text, isMarketing: true, tracking, isPlain, utm }
    const finished = await finishForWire(threads, unfinished)
    const translations = campaign.translations ?? []
    const translated = await finishTranslations(threads, { ...unfinished, finished, translations })
    return addressContent({
      ...finished,
      ...translated,
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
    current: (campaign) => withCurrentContent(database.db, { threads, campaign }),
    makeContent,
    async makeContents(campaign) {
      const contents: AddressedContent[] = []
      for (const one of variantsOf(campaign)) contents.push(await makeContent(one))
      return contents
    },
  }
}

/** The campaign with the content of each variant, its own first. */
export const variantsOf = (campaign: CampaignRow): CampaignRow[] => [
  campaign,
  ...(campaign.variants ?? []).map(({ subject, body, blocks: _blocks, ...prepared }) => ({
    ...campaign,
    ...prepared,
    subject: subject ?? campaign.subject,
    body: body ?? campaign.body,
  })),
]
