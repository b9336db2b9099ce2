import { z } from 'zod'
import { EmailField } from '../../platform/addresses/email-address.schema.ts'
import { addressSearch, listFields, PageQuery } from '../../platform/http/replies/paging.schema.ts'
import { CONTACT_SORTS, NEWEST_FIRST } from '../../platform/record-sorts.values.ts'
import { isTestRecipient, SUPPRESSION_REASONS, TEST_RECIPIENT } from './suppressions.values.ts'

export const SuppressionReason = z
  .enum(SUPPRESSION_REASONS)
  .describe(
    'hard_bounce: the mailbox does not exist. complaint: the recipient reported an email as spam. soft_bounces: several temporary failures in a row. manual: added by you.',
  )

export const Suppression = z
  .object({
    id: z.string(),
    email: z.string(),
    reason: SuppressionReason,
    source: z.string().describe('The cause: api, import, smtp reply, bounce, complaint …'),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime().nullable().describe('When the suppression ends; null: never.'),
  })
  .meta({ id: 'Suppression' })

export const SuppressionCreate = z
  .object({
    email: EmailField.refine((email) => !isTestRecipient(email), {
      message: TEST_RECIPIENT,
      params: { code: 'reserved' },
    }),
    reason: SuppressionReason.default('manual').describe(
      'Use hard_bounce, complaint or soft_bounces for suppressions from another provider. Default: manual.',
    ),
  })
  .meta({ id: 'SuppressionCreate' })

export const SuppressionList = z
  .object({ suppressions: z.array(Suppression), ...listFields })
  .meta({ id: 'SuppressionList' })

export const SuppressionListQuery = PageQuery.extend({
  reason: SuppressionReason.optional().describe('Only suppressions with this reason.'),
  search: addressSearch.describe('Part of the address; case-insensitive.'),
  sort: z
    .enum(CONTACT_SORTS)
    .default(NEWEST_FIRST)
    .describe('The order: by creation or by address; a hyphen reverses it. A cursor belongs to one order.'),
})
