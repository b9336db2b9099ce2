import { z } from 'zod'

const rate = (what: string) => z.number().describe(`Share of the mails that ${what}, 0 to 1.`)

export const ProjectHealth = z
  .object({
    state: z
      .enum(['GOOD', 'WARNED', 'PAUSED'])
      .describe('PAUSED: marketing mail waits until it is resumed; transactional mail always flows.'),
    reason: z.string().nullable().describe('Which rate led to the state; null while it is GOOD.'),
    bounceRate24h: rate('bounced, of the last 24 hours'),
    bounceRate7d: rate('bounced, of the last 7 days'),
    complaintRate24h: rate('were reported as spam, of the last 24 hours'),
    complaintRate7d: rate('were reported as spam, of the last 7 days'),
    mails24h: z.int().describe('Mails that left in the last 24 hours, or since the last resumption.'),
    mails7d: z.int().describe('Mails that left in the last 7 days, or since the last resumption.'),
    changedAt: z.iso
      .datetime()
      .nullable()
      .describe('When it came to this state; null: it was never another.'),
    advice: z.string().describe('What to do.'),
  })
  .meta({ id: 'ProjectHealth' })
