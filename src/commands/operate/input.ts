import type { z } from 'zod'
import { UsageError } from '../usage-error.ts'

/** Refuses too few or too many words: an unquoted name must not lose its second half. */
export function checkWords(words: readonly string[], usage: string): void {
  // The first word of the usage is the command itself.
  if (words.length !== usage.split(' ').length - 1) throw new UsageError(`Usage: lettermill ${usage}`)
}

/** Validates against the schema of the API; `options` maps fields to the names of the command line. */
export function checkInput<S extends z.ZodType>(
  schema: S,
  input: unknown,
  options: Record<string, string>,
): z.output<S> {
  const checked = schema.safeParse(input)
  if (checked.success) return checked.data
  const problems = checked.error.issues.map(({ path, message }) => {
    const field = String(path[0])
    return `${options[field] ?? field}: ${message}`
  })
  throw new UsageError(problems.join('\n'))
}
