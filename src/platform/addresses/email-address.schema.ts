import { z } from 'zod'
import { MAX_ADDRESS, parseEmailAddress } from './email-address.ts'

/** An address in a request. The output is canonical: the form that is compared, stored and sent. */
export const EmailField = z
  .string()
  .transform((text, context) => {
    const parsed = parseEmailAddress(text)
    if (parsed.ok) return parsed.address
    context.addIssue({ code: 'custom', message: parsed.problem.message, params: { code: 'invalid_string' } })
    return z.NEVER
  })
  .meta({ format: 'email', maxLength: MAX_ADDRESS })
