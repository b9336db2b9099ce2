import type { CommandFailure } from '../../../failure.ts'

/** Statuses that depend on the record. 404: it names another record that is not here, such as a template that was left out. */
const OF_ONE_RECORD: readonly number[] = [400, 404, 409, 413, 422]

/** The reason why the server refuses one record; a failure that others would meet, too, ends the move. */
export function refusalOf(error: CommandFailure): string {
  const { statusCode, message } = Object(error.answer) as { statusCode?: number | null; message?: string }
  if (!OF_ONE_RECORD.includes(statusCode ?? 0)) throw error
  return message ?? error.message
}
