import type { z } from 'zod'
import { UsageError } from './usage-error.ts'

/** Refuses a command with fewer or more words than its usage shows: an unquoted name must not lose its second half. */
export function checkWords(words: readonly string[], usage: string): void {
  // The first word of the usage is the command itself, which is not among the words.
  if (words.length !== usage.split(' ').length - 1) throw new UsageError(`Usage: lettermill ${usage}`)
}

/** Checks what was given against the schema of the API; problems are named by the words of the command line. */
export function checkInput<S extends z.ZodType>(
  schema: S,
  given: unknown,
  words: Record<string, string>,
): z.output<S> {
  const checked = schema.safeParse(given)
  if (checked.success) return checked.data
  const problems = checked.error.issues.map(({ path, message }) => {
    const field = String(path[0])
    return `${words[field] ?? field}: ${message}`
  })
  throw new UsageError(problems.join('\n'))
}
