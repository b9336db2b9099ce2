import { z } from 'zod'

export const Rate = z.number().min(0).max(1)

/** The results of emails that are counted together: of a campaign, a variant or a step of a workflow. */
export const emailFigures = {
  sent: z.int().describe('Accepted by a mail server, even if it bounced later.'),
  delivered: z.int().describe('`sent` without emails that bounced later.'),
  opened: z.int().describe('Emails that were opened, by people or machines.'),
  clicked: z.int(),
  humanOpens: z.int().describe('Emails opened with the verdict human.'),
  humanClicks: z.int(),
  bounced: z.int().describe('Rejected at once or later.'),
  complained: z.int(),
  unsubscribed: z.int().describe('Recipients who unsubscribed with a link in their email.'),
  suppressed: z
    .int()
    .describe(
      'Not sent because the recipient had unsubscribed or was suppressed, or dropped by the frequency cap.',
    ),
  failed: z.int().describe('Given up after all attempts.'),
  cancelled: z.int().describe('Cancelled, or dropped because the contact was deleted.'),
}
