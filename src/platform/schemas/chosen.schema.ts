import { z } from 'zod'
import { IN_OUR_WORDS } from './validation-messages.schema.ts'

/**
 * Checked by the schema that is chosen for the value. For values that come in several forms: a union would try all of
 * them, and say of a value with one small mistake that no form fits.
 */
export function chosenBy<Output>(choose: (given: unknown) => z.ZodType<Output>) {
  return z.unknown().transform((given, context): Output => {
    const result = choose(given).safeParse(given, IN_OUR_WORDS)
    if (result.success) return result.data
    for (const issue of result.error.issues) {
      context.issues.push({ ...issue, input: issue.input } as (typeof context.issues)[number])
    }
    return z.NEVER
  })
}
