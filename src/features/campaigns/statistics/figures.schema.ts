import { z } from 'zod'

export const Rate = z.number().min(0).max(1)

/** What was counted of a campaign: in its statistics, and in the list of campaigns. */
export const figures = {
  recipients: z
    .int()
    .describe('queued + sent + suppressed + failed + cancelled + those that were refused at once.'),
  queued: z.int().describe('Still to be sent.'),
  sent: z.int().describe('Taken by a mail server, whatever came back later.'),
  delivered: z.int().describe('sent without those that bounced later.'),
  opened: z.int().describe('Emails that were opened, by people or machines.'),
  clicked: z.int(),
  bounced: z.int().describe('Refused at once or later.'),
  complained: z.int(),
  unsubscribed: z.int().describe('Recipients who unsubscribed by way of their email.'),
  suppressed: z.int().describe('Unsubscribed or suppressed after the campaign started.'),
  failed: z.int().describe('Given up.'),
  cancelled: z.int().describe('Dropped when the campaign was cancelled, or because the contact was deleted.'),
  openRate: Rate.describe('opened / delivered'),
  clickRate: Rate.describe('clicked / delivered'),
  bounceRate: Rate.describe('bounced / (sent + refused at once)'),
  complaintRate: Rate.describe('complained / delivered'),
  unsubscribeRate: Rate.describe('unsubscribed / delivered'),
  deliveryRate: Rate.describe('delivered / (sent + refused at once)'),
  humanOpens: z.int().describe('Emails that a person opened, as far as can be told.'),
  humanClicks: z.int(),
  testRecipients: z
    .int()
    .describe('Recipients at inbox.lettermill.test that had their turn. They count in no other figure.'),
}

export const CampaignFigures = z.object(figures).meta({ id: 'CampaignFigures' })
