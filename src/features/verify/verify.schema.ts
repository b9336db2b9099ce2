import { z } from 'zod'
import { textUpTo } from '../../platform/schemas/bounded.schema.ts'
import { isEmailForm, LONGEST_TEXT, parseEmailAddress } from '../../platform/addresses/email-address.ts'

export const VerifyRequest = z
  .object({
    email: textUpTo(LONGEST_TEXT)
      .superRefine((text, context) => {
        const parsed = parseEmailAddress(text)
        if (parsed.ok || isEmailForm(text)) return
        context.addIssue({
          code: 'custom',
          message: parsed.problem.message,
          params: { code: 'invalid_string' },
        })
      })
      .meta({ format: 'email' })
      .describe('The address to check.'),
  })
  .meta({ id: 'VerifyRequest' })

export const Verification = z
  .object({
    email: z
      .string()
      .describe('The address in the form that Lettermill stores; unchanged if it is not a valid address.'),
    valid: z
      .boolean()
      .describe(
        'false if the syntax is wrong, the provider is misspelled, or the domain does not exist or does not accept email.',
      ),
    isDisposable: z.boolean().describe('The domain provides disposable addresses.'),
    isAlias: z.boolean().describe('The domain forwards email to another mailbox.'),
    isTypo: z.boolean().describe('The domain is a misspelling of a known provider.'),
    isPlusAddressed: z.boolean().describe('The part before the @ contains a label, as in ann+news.'),
    isPersonalEmail: z
      .boolean()
      .describe('The domain belongs to a public mailbox provider, such as gmail.com.'),
    domainExists: z.boolean().describe('false only if DNS says that the domain does not exist.'),
    hasWebsite: z.boolean().describe('The domain, or its www subdomain, has an address record.'),
    hasMxRecords: z.boolean().describe('The domain has MX records.'),
    reasons: z.array(z.string()).min(1).describe('The findings, one sentence each.'),
    suggestion: z
      .string()
      .nullable()
      .describe('The corrected address, if the domain is a typo; otherwise null.'),
  })
  .meta({ id: 'Verification' })
export type Verification = z.infer<typeof Verification>

export const VerifyAnswer = z
  .object({ success: z.literal(true), data: Verification })
  .meta({ id: 'VerifyAnswer' })
