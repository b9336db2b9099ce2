import { EXIT } from '../../../failure.ts'
import type { CommandFailure } from '../../../failure.ts'

/** The reason why the server refuses one record; a failure that others would meet, too, ends the move. */
export function refusalOf(error: CommandFailure): string {
  const { statusCode, message } = Object(error.answer) as { statusCode?: number | null; message?: string }
  const isOfRecord = statusCode === 400 || statusCode === 409 || statusCode === 413 || statusCode === 422
  if (!isOfRecord || error.exitStatus !== EXIT.failure) throw error
  return message ?? error.message
}
