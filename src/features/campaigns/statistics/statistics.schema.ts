import { z } from 'zod'
import { addressSearch, listFields, PageQuery } from '../../../platform/http/replies/paging.schema.ts'
import { VariantName } from '../campaigns.schema.ts'
import { EMAIL_STATUSES } from '../../emails/emails.values.ts'
import { goalFigures } from '../../goals/goals.schema.ts'
import { HoldoutResult } from '../../goals/holdouts/holdouts.schema.ts'
import { TEST_METRICS } from '../campaigns.values.ts'
import { emailFigures, Rate } from '../../emails/email-figures.schema.ts'
import { figures, GoalResult } from './figures.schema.ts'
import { VERDICTS } from '../../../platform/statistics/verdicts.values.ts'
import { LEAST_OF_EACH } from './best-hour.values.ts'

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

const DifferenceOfRates = z
  .object({
    by: Difference.describe(
      'Rate at the best hour minus rate of the comparison: 0.02 is two percentage points.',
    ),
    from: Difference.describe('Lower end of the 95 % confidence interval.'),
    to: Difference.describe('Upper end of the 95 % confidence interval.'),
  })
  .meta({ id: 'DifferenceOfRates' })

const BestHourGroup = z
  .object({
    delivered: z.int(),
    humanOpens: z.int(),
    humanClicks: z.int(),
    openRate: Rate.describe('humanOpens / delivered'),
    clickRate: Rate.describe('humanClicks / delivered'),
  })
  .meta({ id: 'BestHourGroup' })

const BestHourResult = z
  .object({
    fallback: z.string(),
    known: z.int().describe('Recipients with a known best hour when the campaign started.'),
    unknown: z.int().describe('Recipients without one. They got it at `fallback`, and are not compared.'),
    atBestHour: BestHourGroup.describe('Those with a known best hour who got it at that hour.'),
    comparison: BestHourGroup.describe('Those with a known best hour who got it at `fallback`, by lot.'),
    openDifference: DifferenceOfRates,
    clickDifference: DifferenceOfRates,
    verdict: z
      .enum(VERDICTS)
      .describe(
        `By opens of people. tooEarly: until 48 hours after the last email, or with fewer than ${LEAST_OF_EACH} delivered emails in a group. helped, hurt: the difference is more than chance, with a confidence of 95 %. noDifference: it may be chance.`,
      ),
    verdictFrom: z.iso
      .datetime()
      .nullable()
      .describe(
        'From when on there is a verdict, if the groups are large enough; null while it is being sent.',
      ),
  })
  .meta({ id: 'CampaignBestHourResult' })

const VariantTestResult = z
  .object({
    metric: z.enum(TEST_METRICS),
    sampleSize: z.int().nullable().describe('Recipients in the sample; null until they are selected.'),
    decidesAt: z.iso.datetime().nullable().describe('null until the whole sample has been attempted.'),
    winner: VariantName.nullable().describe(
      'The variant that the other recipients get; null until it is decided.',
    ),
    decidedAt: z.iso.datetime().nullable(),
    isChosenByHand: z
      .boolean()
      .describe('Whether `POST /campaigns/{id}/winner` chose the winner; otherwise the figures do.'),
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

/** Emails by the time of their first open and click, all of them and those by people. */
const readerCounts = {
  opened: z.int(),
  clicked: z.int(),
  humanOpens: z.int().describe('Those of `opened` by people; 0 in the campaigns of earlier versions.'),
  humanClicks: z.int().describe('Those of `clicked` by people; 0 in the campaigns of earlier versions.'),
}

export const CampaignStatistics = z
  .object({
    ...figures,
    variants: z
      .array(VariantStatistics)
      .describe('With a variant test: the figures of each variant in the sample.'),
    test: VariantTestResult.nullable().describe('With a variant test: its result.'),
    bestHour: BestHourResult.nullable().describe(
      'With `bestHour`: whether it helped; null until the recipients are selected.',
    ),
    goal: GoalResult.nullable().describe('With a goal: how many recipients reached it.'),
    holdout: HoldoutResult.nullable().describe(
      'With a holdout: how those held back compare with the recipients. Counted from the selection of the recipients until the window of the goal after the last email is over.',
    ),
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
      .array(z.object({ at: z.iso.datetime(), sent: z.int(), ...readerCounts }))
      .describe('Hours of the first 31 days with at least one email, open or click.'),
    firstDay: z
      .array(z.object({ at: z.iso.datetime(), ...readerCounts }))
      .describe(
        'The 24 hours after the start by ten minutes: those with at least one open or click. Empty for campaigns that an earlier version sent, which counted hours.',
      ),
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
    opened: z.boolean().describe('Whether the email was opened, by a person or a machine.'),
    clicked: z.boolean().describe('Whether a link in it was clicked, by a person or a machine.'),
  })
  .meta({ id: 'CampaignRecipient' })

export const CampaignRecipientList = z
  .object({ recipients: z.array(CampaignRecipient), ...listFields })
  .meta({ id: 'CampaignRecipientList' })

export const CampaignRecipientExportQuery = z.object({
  status: RecipientStatus.optional().describe('Only recipients whose email has this status.'),
  search: addressSearch.describe('Part of the address of the recipient; case-insensitive.'),
})

export const CampaignRecipientQuery = PageQuery.extend(CampaignRecipientExportQuery.shape)
