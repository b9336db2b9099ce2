// The message of a failed call, and its exit status.
import type { LettermillError } from '../../../sdk/typescript/src/core/lettermill-error.ts'
import { CommandFailure, EXIT } from '../failure.ts'
import type { ExitStatus } from '../failure.ts'
import { plainText } from '../terminal/text-table.ts'

export function failureOf(error: LettermillError): CommandFailure {
  const { code, message, statusCode, requestId, suggestion, errors } = error
  // The message begins with the first.
  const fields = errors.length > 1 ? errors.map((one) => `  ${one.field}: ${one.message}`) : []
  const lines = [
    `${message}${statusCode === null ? '' : ` (${statusCode} ${code})`}`,
    ...fields,
    ...(suggestion === undefined ? [] : [suggestion]),
    ...(requestId === undefined ? [] : [`Request ${requestId}`]),
  ]
  return new CommandFailure(lines.map(plainText).join('\n'), {
    exitStatus: statusFor(statusCode),
    answer: error,
  })
}

function statusFor(status: number | null): ExitStatus {
  if (status === null || status === 503) return EXIT.unreachable
  if (status === 404) return EXIT.notFound
  return status === 401 || status === 403 ? EXIT.access : EXIT.failure
}
