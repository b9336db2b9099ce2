import { z } from 'zod'
import { goalFigures } from '../../goals/goals.schema.ts'
import { emailFigures, Rate } from '../../emails/email-figures.schema.ts'

/** The figures of a campaign, in its statistics and in the list of campaigns. */
export const figures = {
  recipients: z.int().describe('queued + sent + suppressed + failed + cancelled + rejected at once.'),
  queued: z.int().describe('Still to be sent.'),
  held: z
    .int()
    .describe(
      'Those of `queued` that the frequency cap or the quiet hours of the project hold at the moment.',
    ),
  ...emailFigures,
  suppressed: z
    .int()
    .describe('Unsubscribed or suppressed after the campaign started, or dropped by the frequency cap.'),
  dropped: z.int().describe('Those of `suppressed` that the frequency cap held for too long.'),
  cancelled: z.int().describe('Dropped when the campaign was cancelled, or because the contact was deleted.'),
  openRate: Rate.describe('opened / delivered'),
  clickRate: Rate.describe('clicked / delivered'),
  bounceRate: Rate.describe('bounced / (sent + rejected at once)'),
  complaintRate: Rate.describe('complained / delivered'),
  unsubscribeRate: Rate.describe('unsubscribed / delivered'),
  deliveryRate: Rate.describe('delivered / (sent + rejected at once)'),
  testRecipients: z
    .int()
    .describe('Recipients at inbox.lettermill.test so far. They count in no other figure.'),
}

export const GoalResult = z
  .object({ event: z.string(), ...goalFigures, conversionRate: Rate.describe('conversions / delivered') })
  .meta({ id: 'CampaignGoalResult' })

export const CampaignFigures = z
  .object({
    ...figures,
    goal: GoalResult.nullable().describe('With a goal: how many recipients reached it.'),
  })
  .meta({ id: 'CampaignFigures' })
