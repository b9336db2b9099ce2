import { z } from 'zod'
import { listFields, PageQuery } from '../../../platform/http/replies/paging.schema.ts'
import { VariantName } from '../campaigns.schema.ts'
import { EMAIL_STATUSES } from '../../emails/emails.values.ts'
import { goalFigures } from '../../goals/goals.schema.ts'
import { TEST_METRICS } from '../campaigns.values.ts'
import { emailFigures, Rate } from '../../emails/email-figures.schema.ts'
import { figures } from './figures.schema.ts'

const VariantStatistics = z
  .object({
    variant: VariantName,
    subject: z.string(),
    ...emailFigures,
    ...goalFigures,
    rate: Rate.describe('The metric of the test: human clicks, human opens or conversions / delivered.'),
    rateFrom: Rate.describe('Lower end of the 95 % confidence interval.'),
    rateTo: Rate.describe('Upper end of the 95 % confidence interval.'),
  })
  .meta({ id: 'CampaignVariantStatistics' })

const Difference = z.number().min(-1).max(1)

const VariantTestResult = z
  .object({
    metric: z.enum(TEST_METRICS),
    sampleSize: z.int().nullable().describe('Recipients in the sample; null until they are selected.'),
    decidesAt: z.iso.datetime().nullable().describe('null until the whole sample has been attempted.'),
    winner: VariantName.nullable().describe(
      'The variant that the other recipients get; null until it is decided.',
    ),
    decidedAt: z.iso.datetime().nullable(),
    best: VariantName.describe('The variant with the highest rate, at the decision or so far.'),
    isConclusive: z
      .boolean()
      .describe(
        'Whether `best` is better than every other variant with a confidence of 95 %. If not, the difference may be chance.',
      ),
    lead: z
      .object({
        over: VariantName.describe('The next best variant.'),
        by: Difference.describe('Difference of the two rates.'),
        from: Difference.describe('Lower end of the 95 % confidence interval.'),
        to: Difference.describe('Upper end of the 95 % confidence interval.'),
      })
      .nullable(),
  })
  .meta({ id: 'CampaignTestResult' })

export const CampaignStatistics = z
  .object({
    ...figures,
    variants: z
      .array(VariantStatistics)
      .describe('With a variant test: the figures of each variant in the sample.'),
    test: VariantTestResult.nullable().describe('With a variant test: its result.'),
    goal: z
      .object({ event: z.string(), ...goalFigures, conversionRate: Rate.describe('conversions / delivered') })
      .nullable()
      .describe('With a goal: how many recipients reached it.'),
    links: z
      .array(
        z.object({
          url: z.string().describe('The URL as written, with its variables.'),
          clicks: z.int(),
          uniqueClicks: z.int().describe('Number of emails in which the link was clicked.'),
        }),
      )
      .describe('Most clicked first.'),
    timeline: z
      .array(z.object({ at: z.iso.datetime(), sent: z.int(), opened: z.int(), clicked: z.int() }))
      .describe('Hours of the first 31 days with at least one email, open or click.'),
  })
  .meta({ id: 'CampaignStatistics' })

export const CampaignStatisticsAnswer = z
  .object({ success: z.literal(true), data: CampaignStatistics })
  .meta({ id: 'CampaignStatisticsAnswer' })

const looked = {
  looked: z.int().describe('Number of emails that were counted.'),
  isSampled: z.boolean().describe('Whether there are more emails, which were not counted.'),
}

export const CampaignBreakdown = z
  .object({
    providers: z
      .object({
        ...looked,
        list: z.array(
          z.object({
            name: z.string().nullable().describe('The provider, or a domain; null for all others.'),
            emails: z.int(),
            delivered: z.int(),
            bounced: z.int(),
            complained: z.int(),
          }),
        ),
      })
      .describe('By mailbox provider, the largest first.'),
    bounces: z
      .object({
        ...looked,
        list: z.array(
          z.object({
            code: z
              .string()
              .nullable()
              .describe('Enhanced status code, such as 5.1.1; the most frequent one.'),
            reason: z.string().describe('The meaning of the code.'),
            count: z.int(),
          }),
        ),
      })
      .describe('Bounces by reason, the most frequent first.'),
  })
  .meta({ id: 'CampaignBreakdown' })

export const CampaignBreakdownAnswer = z
  .object({ success: z.literal(true), data: CampaignBreakdown })
  .meta({ id: 'CampaignBreakdownAnswer' })

export const RecipientStatus = z
  .enum(EMAIL_STATUSES)
  .describe('SCHEDULED: held by the frequency cap or the quiet hours of the project.')

export const CampaignRecipient = z
  .object({
    contactId: z.string().nullable().describe('null once the contact is deleted.'),
    email: z.string().nullable().describe('The address; null or a keyed hash once the contact is deleted.'),
    status: RecipientStatus,
    reason: z.string().nullable(),
    emailId: z
      .string()
      .nullable()
      .describe('The id for `GET /emails/{id}`; null until the email is created.'),
    sentAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'CampaignRecipient' })

export const CampaignRecipientList = z
  .object({ recipients: z.array(CampaignRecipient), ...listFields })
  .meta({ id: 'CampaignRecipientList' })

export const CampaignRecipientQuery = PageQuery.extend({
  status: RecipientStatus.optional().describe('Only recipients whose email has this status.'),
})
