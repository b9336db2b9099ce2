import { z } from 'zod'
import { WITH_OUR_MESSAGES } from '../schemas/validation-messages.schema.ts'

/** The meaning of the columns of a file, as JSON text in the query or in a form field. */
export function csvMapOption<Target>(Map: z.ZodType<Record<string, Target>>) {
  const MapText = z.string().transform((text, context): Record<string, Target> => {
    const parsed = parseMap(Map, text)
    if (parsed?.success) return parsed.data
    const problem = parsed?.error.issues[0]
    const isInside = problem !== undefined && problem.path.length > 0
    context.addIssue({
      code: 'custom',
      message: isInside
        ? `${problem.path.join('.')}: ${problem.message}`
        : 'must be a JSON object of header: target',
      params: { code: 'invalid_string' },
    })
    return z.NEVER
  })
  const { $schema: _dialect, ...contentSchema } = z.toJSONSchema(Map, { io: 'input' })
  return MapText.optional().meta({ contentMediaType: 'application/json', contentSchema })
}

function parseMap<Target>(Map: z.ZodType<Record<string, Target>>, text: string) {
  try {
    return Map.safeParse(JSON.parse(text), WITH_OUR_MESSAGES)
  } catch {
    return undefined
  }
}

/** The body of an import. */
export const csvFile = (example: string) =>
  z
    .unknown()
    .meta({ examples: [example] })
    .describe('The CSV text, or a form with one file and the options as fields.')
