import { z } from 'zod'
import { EmailField } from '../../platform/addresses/email-address.schema.ts'
import { ruleAt } from '../../platform/schemas/across-fields.schema.ts'

// Test emails are for colleagues who review a draft.
const MOST_TESTS = 5

/** The recipients of a test email; `oneWayToName` is the rule across both fields. */
export const testRecipients = {
  email: EmailField.nullish().describe('One address.'),
  emails: z
    .array(EmailField)
    .min(1, 'must have at least one address')
    .max(MOST_TESTS, `must have at most ${MOST_TESTS} addresses`)
    .nullish()
    .describe(`Up to ${MOST_TESTS} addresses.`),
}

type Recipients = { email?: string | null | undefined; emails?: string[] | null | undefined }

/** Either one address or several. */
export const oneWayToName = <Schema extends z.ZodType<Recipients>>(schema: Schema): Schema =>
  schema
    .refine(
      ({ email, emails }) => (email ?? null) !== null || (emails ?? null) !== null,
      ruleAt('email', 'is required, or emails with up to five addresses', 'required'),
    )
    .refine(
      ({ email, emails }) => (email ?? null) === null || (emails ?? null) === null,
      ruleAt('emails', 'must be left out when email is given'),
    )

export const testedEmails = {
  emails: z.array(
    z.object({
      email: z.string(),
      emailId: z.string().describe('The id for `GET /emails/{id}`.'),
      status: z
        .enum(['QUEUED', 'SUPPRESSED'])
        .describe('SUPPRESSED: the address is on the suppression list, so nothing is sent to it.'),
      reason: z
        .enum(['hard_bounce', 'complaint', 'manual', 'soft_bounces'])
        .optional()
        .describe('Why the address is suppressed.'),
    }),
  ),
}
