/** One invalid field or query parameter of a request. */
export type FieldError = { field: string; message: string; code: string }

export type ErrorDetails = {
  code: string
  message: string
  /** null if the server was not reached. */
  statusCode: number | null
  requestId?: string | undefined
  suggestion?: string | undefined
  errors?: readonly FieldError[] | undefined
  cause?: unknown
}

/** The codes that the SDK itself gives; all others are those of the server. */
export const CONNECTION_FAILED = 'CONNECTION_FAILED'
export const REQUEST_TIMEOUT = 'REQUEST_TIMEOUT'
export const INVALID_RESPONSE = 'INVALID_RESPONSE'

/** Why a call failed. Decide by `code`; `message` and `suggestion` are for people. */
export class LettermillError extends Error {
  override readonly name = 'LettermillError'
  readonly code: string
  readonly statusCode: number | null
  /** Names the request in the log of the server. */
  readonly requestId: string | undefined
  readonly suggestion: string | undefined
  /** Every invalid field, for a 422; otherwise empty. */
  readonly errors: readonly FieldError[]

  constructor(details: ErrorDetails) {
    super(details.message, details.cause === undefined ? undefined : { cause: details.cause })
    this.code = details.code
    this.statusCode = details.statusCode
    this.requestId = details.requestId
    this.suggestion = details.suggestion
    this.errors = details.errors ?? []
  }

  /** The message is not an own property of an Error, so that JSON would lack it. */
  toJSON(): ErrorDetails {
    const { code, message, statusCode, requestId, suggestion, errors } = this
    return { code, message, statusCode, requestId, suggestion, errors }
  }
}
