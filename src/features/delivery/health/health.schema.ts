import { z } from 'zod'

const rate = (what: string) => z.number().describe(`Share of the emails that ${what}, 0 to 1.`)

export const ProjectHealth = z
  .object({
    state: z
      .enum(['GOOD', 'WARNED', 'PAUSED'])
      .describe('PAUSED: marketing email waits until it is resumed; transactional email is never paused.'),
    reason: z.string().nullable().describe('Which rate caused the state; null while it is GOOD.'),
    bounceRate24h: rate('bounced in the last 24 hours'),
    bounceRate7d: rate('bounced in the last 7 days'),
    complaintRate24h: rate('were reported as spam in the last 24 hours'),
    complaintRate7d: rate('were reported as spam in the last 7 days'),
    emails24h: z
      .int()
      .describe('Emails sent in the last 24 hours, or since marketing email was last resumed.'),
    emails7d: z.int().describe('Emails sent in the last 7 days, or since marketing email was last resumed.'),
    changedAt: z.iso
      .datetime()
      .nullable()
      .describe('When the state last changed; null if it has never changed.'),
    advice: z.string().describe('What to do.'),
  })
  .meta({ id: 'ProjectHealth' })
