import type { Db } from '../../../platform/db/client.ts'
import type { Deps } from '../../../platform/deps.ts'
import { createLinkCheck, readLinks } from '../../content-checks/index.ts'
import type { LinkOfField } from '../../content-checks/index.ts'
import { findCampaign } from '../campaigns.queries.ts'
import type { CampaignRef } from '../campaigns.queries.ts'
import { requireCampaign } from '../campaigns.service.ts'
import { fieldsOf, textsOf } from './campaign-texts.ts'

/** Asks the links of all variants and translations of a campaign. @throws AppError TEMPLATE_SYNTAX */
export function createCampaignLinkCheck(deps: Pick<Deps, 'database' | 'http' | 'publicUrl' | 'threads'>) {
  const checkLinks = createLinkCheck(deps)
  return async (db: Db, ref: CampaignRef) => {
    const campaign = requireCampaign(await findCampaign(db, ref))
    const links: LinkOfField[] = []
    for (const { field, texts, language } of textsOf(campaign)) {
      const fields = fieldsOf(texts)
      const found = await readLinks(db, { threads: deps.threads, projectId: ref.projectId, fields })
      links.push(...found.map((link) => ({ ...link, field, ...(language !== null && { line: null }) })))
    }
    return checkLinks({ projectId: ref.projectId, links })
  }
}
