import { z } from 'zod'
import { WITH_OUR_MESSAGES } from './validation-messages.schema.ts'

/**
 * Validates with the schema that is chosen for the value. For values with several forms: a union would try all of them, and
 * report for a value with one small mistake that no form fits.
 */
export function chosenBy<Output>(choose: (given: unknown) => z.ZodType<Output>) {
  return z.unknown().transform((given, context): Output => {
    const result = choose(given).safeParse(given, WITH_OUR_MESSAGES)
    if (result.success) return result.data
    for (const issue of result.error.issues) {
      context.issues.push({ ...issue, input: issue.input } as (typeof context.issues)[number])
    }
    return z.NEVER
  })
}
