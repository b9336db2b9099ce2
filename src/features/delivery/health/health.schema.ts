import { z } from 'zod'

const rate = (what: string) => z.number().describe(`Share of the emails that ${what}, 0 to 1.`)

const complaintRate = (span: string) =>
  z
    .number()
    .describe(
      `Share of the emails of the last ${span} that were reported as spam, 0 to 1; of those to receivers that report complaints.`,
    )
const reportable = (span: string) =>
  z
    .int()
    .describe(
      `Emails of the last ${span} that were accepted by receivers that report complaints. Gmail does not report them.`,
    )

export const SenderRefusal = z
  .object({
    receiver: z.string().describe('The domain of the recipients.'),
    kind: z
      .enum(['authentication', 'blocklist', 'content', 'size', 'rate', 'server', 'policy'])
      .describe('The objection of the receiver.'),
    answer: z.string().describe('Its newest answer, without addresses.'),
    emails: z.int().describe('How many emails it refused.'),
    since: z.iso.datetime(),
    lastAt: z.iso.datetime(),
    advice: z.string().describe('The recommended next step.'),
  })
  .meta({ id: 'SenderRefusal' })

export const ProjectHealth = z
  .object({
    state: z
      .enum(['GOOD', 'TOO_FEW', 'WARNED', 'PAUSED'])
      .describe(
        'TOO_FEW: fewer than 200 emails in 7 days, which is too few to judge. PAUSED: marketing email waits until it is resumed; transactional email is never paused.',
      ),
    reason: z.string().nullable().describe('The cause of the state; null while it is GOOD.'),
    bounceRate24h: rate('bounced in the last 24 hours'),
    bounceRate7d: rate('bounced in the last 7 days'),
    complaintRate24h: complaintRate('24 hours'),
    complaintRate7d: complaintRate('7 days'),
    emails24h: z
      .int()
      .describe('Emails sent in the last 24 hours, or since marketing email was last resumed.'),
    emails7d: z.int().describe('Emails sent in the last 7 days, or since marketing email was last resumed.'),
    reportable24h: reportable('24 hours'),
    reportable7d: reportable('7 days'),
    refusals: z
      .array(SenderRefusal)
      .describe(
        'Receivers that refused emails in the last 7 days because of the sender or the email; at most 20, the most emails first.',
      ),
    changedAt: z.iso
      .datetime()
      .nullable()
      .describe('When the state last changed; null if it has never changed.'),
    advice: z.string().describe('The recommended next step.'),
  })
  .meta({ id: 'ProjectHealth' })
