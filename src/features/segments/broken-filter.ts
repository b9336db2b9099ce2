import { AppError } from '../../platform/errors.ts'

/** Whether a saved filter refers to a deleted segment, so that its members are undefined. */
export const isBrokenFilter = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'VALIDATION_ERROR'

/** For `catch`: undefined for such a filter; other errors are rethrown. */
export function unlessBroken(error: unknown): undefined {
  if (!isBrokenFilter(error)) throw error
}
