import type { Db } from '../../../platform/db/client.ts'
import type { Deps } from '../../../platform/deps.ts'
import { createLinkCheck, readLinks } from '../../content-checks/index.ts'
import type { LinkOfField } from '../../content-checks/index.ts'
import { findCampaign } from '../campaigns.queries.ts'
import type { CampaignRef, CampaignRow } from '../campaigns.queries.ts'
import { requireCampaign } from '../campaigns.service.ts'
import { variantsOf } from '../sending/campaign-content.service.ts'

/** Asks the links of all variants and translations of a campaign. @throws AppError TEMPLATE_SYNTAX */
export function createCampaignLinkCheck(deps: Pick<Deps, 'http' | 'publicUrl' | 'threads'>) {
  const checkLinks = createLinkCheck(deps)
  return async (db: Db, ref: CampaignRef) => {
    const campaign = requireCampaign(await findCampaign(db, ref))
    const links: LinkOfField[] = []
    for (const { field, texts, isTranslation } of textsOf(campaign)) {
      const { subject, body, preview_text: previewText, from_name: fromName } = texts
      const fields = { subject, body, previewText, fromName, text: null, type: 'MARKETING' }
      const found = await readLinks(db, { threads: deps.threads, projectId: ref.projectId, fields })
      links.push(...found.map((link) => ({ ...link, field, ...(isTranslation && { line: null }) })))
    }
    return checkLinks({ projectId: ref.projectId, links })
  }
}

/** The campaign itself first: at most fifty links are asked. No field shows the lines of a translation. */
const textsOf = (campaign: CampaignRow): { field: string; texts: CampaignRow; isTranslation?: boolean }[] => [
  ...variantsOf(campaign).map((texts, index) => ({
    field: index === 0 ? 'body' : `variants.${index - 1}.body`,
    texts,
  })),
  ...(campaign.translations ?? []).map((texts) => ({
    field: 'body',
    texts: { ...campaign, ...texts },
    isTranslation: true,
  })),
]
