import { AppError } from '../errors.ts'

/**
 * `missing`: the store works and has no such object, which no retry changes.
 * `damaged`: the bytes are not the ones that were stored.
 * `unavailable`: everything else; it may work later.
 */
export type ObjectStoreFailure = 'missing' | 'damaged' | 'unavailable'

const RETRY_AFTER_SECONDS = 5

/** Callers see these: the store and its objects are matters of the operator. */
const MESSAGES: Record<ObjectStoreFailure, string> = {
  missing: 'The object store of this server does not have the bytes any more.',
  damaged: 'The object store of this server returned damaged bytes.',
  unavailable: 'The object store of this server does not work at the moment.',
}

/** A request that needs the object is answered 503. */
export class ObjectStoreError extends AppError {
  readonly failure: ObjectStoreFailure
  /** For the operator. */
  readonly reason: string

  constructor(failure: ObjectStoreFailure, reason: string) {
    super('SERVICE_UNAVAILABLE', {
      message: MESSAGES[failure],
      suggestion: 'Repeat the request later. The operator finds the reason in the log of the server.',
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    })
    this.name = 'ObjectStoreError'
    this.failure = failure
    this.reason = reason
  }
}
