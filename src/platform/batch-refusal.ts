import { AppError } from './errors.ts'

/** For a batch that is sent as a whole or not at all. @throws AppError that of the first email, which it names */
export function throwFirstRefusal(results: readonly PromiseSettledResult<unknown>[]): void {
  const index = results.findIndex(({ status }) => status === 'rejected')
  const first = results[index]
  if (first?.status !== 'rejected') return
  const { reason } = first as { reason: unknown }
  if (!(reason instanceof AppError)) throw reason
  const { code, message, suggestion, fields, details, retryAfterSeconds } = reason
  throw new AppError(code, {
    message: `emails.${index}: ${message} No email of the batch was sent.`,
    suggestion,
    ...(fields && { fields: fields.map((one) => ({ ...one, field: `emails.${index}.${one.field}` })) }),
    ...(details && { details }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    cause: reason,
  })
}
