// Refuses requests of a project that is moving to another installation (docs/cells.md).
import { AppError } from '../../platform/errors.ts'

// A pause takes seconds.
const RETRY_AFTER_SECONDS = 5

/** @param state of the last move of a disabled project. @throws AppError if it is not simply disabled */
export function refuseMoving(state: string | null): void {
  if (state !== 'pausing' && state !== 'arrived') return
  throw new AppError('SERVICE_UNAVAILABLE', {
    message: 'The project is being moved to another installation.',
    suggestion: 'Send the request again in a few seconds: it takes less than a minute.',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}
