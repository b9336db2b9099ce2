// The exit status of the program, and the message of a failure.
import { CommandFailure } from './commands/failure.ts'
import { UsageError } from './commands/usage-error.ts'
import { AppError } from './platform/errors.ts'
import { terminal } from './platform/terminal.ts'

/** 0: success. 2: invalid command line. Commands that call a server have more (commands/failure.ts). 1: any other failure. */
export async function statusOf(work: () => Promise<void>): Promise<number> {
  try {
    await work()
    return 0
  } catch (error) {
    terminal.complain(error instanceof CommandFailure ? error.message : await explain(error))
    if (error instanceof CommandFailure) return error.exitStatus
    return isUsage(error) ? 2 : 1
  }
}

const isUsage = (error: unknown): boolean =>
  error instanceof UsageError || (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS') === true

/** Loaded on demand, because commands that call a server do without the library of the database. */
async function explain(error: unknown): Promise<string> {
  if (error instanceof UsageError) return error.message
  const { isDatabaseFull } = await import('./platform/db/failures/database-errors.ts')
  return messageOf(error, isDatabaseFull)
}

/** The messages of an error and its causes, without a stack. */
function messageOf(error: unknown, isDatabaseFull: (error: unknown) => boolean): string {
  const explain = (one: unknown) => messageOf(one, isDatabaseFull)
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
