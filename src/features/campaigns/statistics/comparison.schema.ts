import { z } from 'zod'
import { Rate } from '../../emails/email-figures.schema.ts'
import { LEAST_COMPARED, MOST_COMPARED } from './comparison.values.ts'

const RateComparison = z
  .object({
    own: Rate,
    median: Rate.describe('The median of the others.'),
    place: z
      .int()
      .describe(
        '1 is the best: the highest rate of opens and clicks, the lowest of the other two. Equals share a place.',
      ),
    of: z.int().describe('The others, and this campaign.'),
  })
  .meta({ id: 'RateComparison' })

export const CampaignComparison = z
  .object({
    compared: z.int().describe(`How many others there are, at most ${MOST_COMPARED}.`),
    rates: z
      .object({
        openRate: RateComparison,
        clickRate: RateComparison,
        unsubscribeRate: RateComparison,
        bounceRate: RateComparison,
      })
      .nullable()
      .describe(`null with fewer than ${LEAST_COMPARED} others, and before the first email is sent.`),
  })
  .meta({ id: 'CampaignComparison' })

export const CampaignComparisonAnswer = z
  .object({ success: z.literal(true), data: CampaignComparison })
  .meta({ id: 'CampaignComparisonAnswer' })
