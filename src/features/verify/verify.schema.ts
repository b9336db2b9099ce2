import { z } from 'zod'
import { textUpTo } from '../../platform/bounded.schema.ts'
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
      .meta({ format: 'email' }),
  })
  .meta({ id: 'VerifyRequest' })

export const Verification = z
  .object({
    email: z
      .string()
      .describe('The address in the form that is compared and stored; as given where it is none.'),
    valid: z
      .boolean()
      .describe(
        'False for a wrong form, a misspelled provider, and a domain that does not exist or takes no mail.',
      ),
    isDisposable: z.boolean().describe('The domain gives out throw-away addresses.'),
    isAlias: z.boolean().describe('The domain forwards to another mailbox.'),
    isTypo: z.boolean().describe('The domain is a misspelling of a known provider.'),
    isPlusAddressed: z.boolean().describe('The part before the @ carries a label, as in ann+news.'),
    isPersonalEmail: z.boolean().describe('The domain gives mailboxes to the public.'),
    domainExists: z.boolean().describe('False only where DNS says that there is no such domain.'),
    hasWebsite: z.boolean().describe('The domain, or www before it, has an address record.'),
    hasMxRecords: z.boolean().describe('The domain names mail servers.'),
    reasons: z.array(z.string()).min(1).describe('One sentence for each thing that was found.'),
    suggestion: z.string().nullable().describe('The corrected address, where it is a typo.'),
  })
  .meta({ id: 'Verification' })
export type Verification = z.infer<typeof Verification>

export const VerifyAnswer = z
  .object({ success: z.literal(true), data: Verification })
  .meta({ id: 'VerifyAnswer' })
