import { AppError } from '../../platform/errors.ts'

/** A filter that was saved refers to a segment that has been deleted since. Nobody can say whom it matches. */
export const isBrokenFilter = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'VALIDATION_ERROR'

/** For `catch`: undefined for such a filter; anything else is thrown on. */
export function unlessBroken(error: unknown): undefined {
  if (!isBrokenFilter(error)) throw error
}
