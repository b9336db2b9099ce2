import { z } from 'zod'

const Period = z.enum(['week', 'month'])
export type EngagementPeriod = z.infer<typeof Period>

export const EngagementQuery = z.object({
  by: Period.default('month').describe('The length of a period. Default: month.'),
})

export const ContactEngagement = z
  .object({
    by: Period,
    timezone: z.string().describe('The time zone of the project, in which periods begin and end.'),
    periods: z
      .array(
        z.object({
          start: z.string().describe('The first day of the period; weeks begin on Monday.'),
          sent: z.int().describe('Emails that a mail server accepted in the period. Tests do not count.'),
          opened: z
            .int()
            .describe('Emails that were opened in the period, whenever they were sent; not by machines.'),
          clicked: z.int().describe('Emails with a click in the period, not by machines.'),
        }),
      )
      .describe('The last 12 months or 26 weeks, oldest first; the last one is the current one.'),
    isComplete: z
      .boolean()
      .describe(
        'Whether everything was counted. false: the contact has more than 5,000 emails or opens and clicks in this time, and only the newest count.',
      ),
  })
  .meta({ id: 'ContactEngagement' })
