// The exit status of the program, and the message of a failure.
import { UsageError } from './commands/usage-error.ts'
import { isDatabaseFull } from './platform/db/failures/database-errors.ts'
import { AppError } from './platform/errors.ts'
import { terminal } from './platform/terminal.ts'

/** 0: success. 2: invalid command line. 1: any other failure. */
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

/** The messages of an error and its causes, without a stack. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // Has one error per address, and no message of its own.
  if (error instanceof AggregateError) return [...new Set(error.errors.map(explain))].join('; ')
  if (error instanceof AppError && error.fields) {
    return error.fields.map(({ field, message }) => `${field} ${message}`).join('\n')
  }
  if (isDatabaseFull(error)) return 'the disk of the database is full. Free some space and start again.'
  const cause = error.cause === undefined ? '' : explain(error.cause)
  // Many errors already contain the message of their cause.
  return cause === '' || error.message.includes(cause) ? error.message : `${error.message}: ${cause}`
}
