// The emails of a campaign: its own, those of its variants, and its translations.
import type { CampaignRow } from '../campaigns.queries.ts'
import { variantsOf } from '../sending/campaign-content.service.ts'

export type CampaignText = {
  /** The field of the campaign with the body. */
  field: string
  /** null: not a translation. No field shows the lines of one. */
  language: string | null
  texts: CampaignRow
}

/** The campaign itself first: checks have limits. */
export const textsOf = (campaign: CampaignRow): CampaignText[] => [
  ...variantsOf(campaign).map((texts, index) => ({
    field: index === 0 ? 'body' : `variants.${index - 1}.body`,
    language: null,
    texts,
  })),
  ...(campaign.translations ?? []).map(({ language, ...texts }) => ({
    field: 'body',
    language,
    texts: { ...campaign, ...texts },
  })),
]

/** As an author would hand it to the checks of a template. */
export const fieldsOf = ({ subject, body, preview_text: previewText, from_name: fromName }: CampaignRow) => ({
  subject,
  body,
  previewText,
  fromName,
  text: null,
  type: 'MARKETING',
})
