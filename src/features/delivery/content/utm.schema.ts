import { z } from 'zod'
import { lineUpTo, withoutLiquid } from '../../../platform/schemas/bounded.schema.ts'

// The most that web analytics store.
const LONGEST_UTM = 100

const UtmValue = withoutLiquid(lineUpTo(LONGEST_UTM).trim().min(1, 'must not be empty'))

export const CampaignUtm = z
  .object({
    source: UtmValue.optional().describe('utm_source, such as newsletter.'),
    medium: UtmValue.optional().describe('utm_medium, such as email.'),
    campaign: UtmValue.optional().describe('utm_campaign, such as spring-2030.'),
  })
  .meta({ id: 'CampaignUtm' })
export type Utm = z.infer<typeof CampaignUtm>

export const UTM_DESCRIPTION =
  'Added to the http and https links of the body. A link that has a utm_ parameter already stays as it is, and so do the unsubscribe link and links that come from a variable.'
