// Conditions on the data of an event, and paths into it.
import { z } from 'zod'
import { parseDataField } from './filter-fields.schema.ts'
import { MOST_WHERE } from './filter-history-leaves.schema.ts'
import { checkDataLeaf } from './filter-leaves.schema.ts'
import type { ContactLeaf } from './filter-leaves.schema.ts'

export const isObject = (given: unknown): given is Record<string, unknown> =>
  typeof given === 'object' && given !== null && !Array.isArray(given)

/** The keys of `data.<path>`; undefined for any other text. */
export function dataPathOf(field: string): readonly string[] | undefined {
  const parsed = parseDataField(field)
  return parsed.ok && parsed.field.kind === 'data' ? parsed.field.path : undefined
}

/** Reports all problems of a list of conditions on the data of an event. */
export function checkWhere(leaves: readonly unknown[], context: z.RefinementCtx): void {
  if (leaves.length === 0 || leaves.length > MOST_WHERE) {
    const code = leaves.length === 0 ? 'too_small' : 'too_big'
    context.addIssue({
      code: 'custom',
      message: `must have 1 to ${MOST_WHERE} conditions`,
      params: { code },
    })
    return
  }
  leaves.forEach((given, index) => {
    if (!isObject(given)) {
      context.addIssue({ code: 'invalid_type', expected: 'object', input: given, path: [index] })
      return
    }
    checkDataLeaf({ input: given, path: [index] }, (issue, path) => {
      context.addIssue({ ...issue, path: [...path, ...issue.path] } as never)
    })
  })
}

/** Conditions on the data of an event; all must match. */
export const Where = z
  .custom<ContactLeaf[]>(Array.isArray, {
    error: 'must be a list of conditions',
    params: { code: 'invalid_type' },
  })
  .superRefine(checkWhere)
  .meta({ type: 'array', minItems: 1, maxItems: MOST_WHERE, items: { type: 'object' } })
  .describe(
    "Conditions on the event's data; all must match. Each has a field data.<key> and an operator of filters.",
  )
