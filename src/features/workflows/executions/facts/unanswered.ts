// Conditions that cannot be evaluated: they refer to a deleted segment, or the database refuses them. They are neither true
// nor false: an execution that depends on one fails with the reason, and can be retried.
import { AppError } from '../../../../platform/errors.ts'
import { isRefused, isTimeOut, refusalCode } from '../../../../platform/db/failures/database-errors.ts'

/** The query for a condition of a batch of executions failed. */
export class ConditionQueryError extends Error {
  constructor(cause: unknown) {
    super('a condition could not be evaluated', { cause })
  }
}

/** Why a filter cannot be used. @throws any error that is not about the filter */
export function refusalOf(error: unknown): string {
  if (error instanceof AppError) {
    const [problem] = error.fields ?? []
    return problem ? `${problem.field} ${problem.message}.` : error.message
  }
  if (isTimeOut(error)) return 'The database takes too long for it.'
  if (isRefused(error)) return `The database refuses it (${refusalCode(error)}).`
  throw error
}
