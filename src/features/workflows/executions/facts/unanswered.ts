// Conditions that cannot be answered: they refer to a segment that is gone, or the database refuses them. Neither yes nor
// no: whatever depends on one stops there, with the reason, and can be retried.
import { AppError } from '../../../../platform/errors.ts'
import { isRefused, isTimeOut, refusalCode } from '../../../../platform/db/failures/database-errors.ts'

/** The database did not answer a condition of a batch of executions. */
export class QuestionError extends Error {
  constructor(cause: unknown) {
    super('a condition could not be answered', { cause })
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
