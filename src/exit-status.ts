// How a run of the program ends: the exit status, and for a failure the words that a person reads.
import { UsageError } from './commands/usage-error.ts'
import { isDatabaseFull } from './platform/db/failures/database-errors.ts'
import { AppError } from './platform/errors.ts'
import { terminal } from './platform/terminal.ts'

/** 0, or 2 if the words of the command line were wrong, or 1. */
export async function statusOf(work: () => Promise<void>): Promise<number> {
  try {
    await work()
    return 0
  } catch (error) {
    terminal.complain(explain(error))
    return isUsage(error) ? 2 : 1
  }
}

const isUsage = (error: unknown): boolean =>
  error instanceof UsageError || (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS') === true

/** The message of an error and of what caused it; a stack helps nobody at a terminal. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // One error an address, and no message of its own.
  if (error instanceof AggregateError) return [...new Set(error.errors.map(explain))].join('; ')
  if (error instanceof AppError && error.fields) {
    return error.fields.map(({ field, message }) => `${field} ${message}`).join('\n')
  }
  if (isDatabaseFull(error)) return 'the disk of the database is full. Make room and start again.'
  const cause = error.cause === undefined ? '' : explain(error.cause)
  // Many errors quote their cause already.
  return cause === '' || error.message.includes(cause) ? error.message : `${error.message}: ${cause}`
}
