// Test emails of a campaign.
import { z } from 'zod'
import { oneWayToName, testedEmails, testRecipients } from '../../emails/test-email.schema.ts'
import { LanguageTag } from '../../templates/templates.schema.ts'
import { VariantName } from '../campaigns.schema.ts'

export const CampaignTest = oneWayToName(
  z.object({
    ...testRecipients,
    language: LanguageTag.nullish().describe(
      'Sends the translation that a contact with this `locale` gets. Default: that of each contact.',
    ),
    variant: VariantName.nullish().describe('The variant to send. Default: A, the campaign itself.'),
  }),
).meta({ id: 'CampaignTest' })

export const CampaignTested = z
  .object({ success: z.literal(true), data: z.object(testedEmails) })
  .meta({ id: 'CampaignTested' })
