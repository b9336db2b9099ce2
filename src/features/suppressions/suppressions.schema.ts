import { z } from 'zod'
import { EmailField } from '../../platform/addresses/email-address.schema.ts'
import { listFields, PageQuery } from '../../platform/http/replies/paging.schema.ts'

/** From the weakest to the strongest: of two reasons for one address the later one here is kept. */
export const SUPPRESSION_REASONS = ['soft_bounces', 'manual', 'hard_bounce', 'complaint'] as const

const Reason = z
  .enum(SUPPRESSION_REASONS)
  .describe(
    'hard_bounce: there is no such mailbox. complaint: the mail was reported as spam. soft_bounces: many failures in a row.',
  )

/** Addresses that act out a fate and never leave the machine. */
export const TEST_RECIPIENT_DOMAIN = 'inbox.lettermill.test'

/** They never enter the list: a bounce that is played must not stop the next rehearsal. */
export const isTestRecipient = (email: string): boolean => email.endsWith(`@${TEST_RECIPIENT_DOMAIN}`)

export const Suppression = z
  .object({
    id: z.string(),
    email: z.string(),
    reason: Reason,
    source: z.string().describe('Where it comes from: api, smtp reply, bounce, complaint …'),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime().nullable().describe('When it ends by itself; null: never.'),
  })
  .meta({ id: 'Suppression' })

export const SuppressionCreate = z
  .object({
    email: EmailField.refine((email) => !isTestRecipient(email), {
      message: `is a test recipient: addresses of ${TEST_RECIPIENT_DOMAIN} are never suppressed`,
      params: { code: 'reserved' },
    }),
    reason: z
      .enum(['manual'])
      .default('manual')
      .describe('The other reasons are found out by the service itself.'),
  })
  .meta({ id: 'SuppressionCreate' })

export const SuppressionList = z
  .object({ suppressions: z.array(Suppression), ...listFields })
  .meta({ id: 'SuppressionList' })

export const SuppressionListQuery = PageQuery.extend({
  reason: Reason.optional(),
  search: z
    .string()
    .max(254, 'must have at most 254 characters')
    .optional()
    .describe('Part of the address, in any case.'),
})
