// The catalogue of all errors of the API. A code is part of the API: docs/errors.md lists the same ones (a test compares).
// http/replies/error-reply.ts alone maps a code to its HTTP status.

type Entry = { message: string; suggestion: string }

export const ERRORS = {
  BAD_REQUEST: {
    message: 'The request cannot be read.',
    suggestion: 'Compare the request with the API description at /docs.',
  },
  INVALID_REQUEST_BODY: {
    message: 'The request body is not valid JSON.',
    suggestion: 'Send one JSON object with Content-Type: application/json.',
  },
  INVALID_STATE: {
    message: 'The record is in a state that does not allow this.',
    suggestion: 'Read the record and check its status first.',
  },
  TEMPLATE_SYNTAX: {
    message: 'The template has a syntax error.',
    suggestion: 'The message names the line and column. docs/templates.md describes the language.',
  },
  MISSING_AUTH: {
    message: 'There is no API key in the request.',
    suggestion: 'Send the header Authorization: Bearer <key>.',
  },
  INVALID_API_KEY: {
    message: 'The API key is unknown, expired or revoked.',
    suggestion:
      'Check the key, or create a new one on the server, in the folder of Lettermill: npx lettermill keys create',
  },
  UNAUTHORIZED: {
    message: 'You are not signed in, or your session has ended.',
    suggestion: 'Sign in again.',
  },
  FORBIDDEN: {
    message: 'This key is not allowed to do that.',
    suggestion: 'Use a secret key with the scope that the call needs.',
  },
  PROJECT_DISABLED: {
    message: 'This project is disabled.',
    suggestion:
      'The operator can enable it on the server, in the folder of Lettermill: npx lettermill projects enable <id>',
  },
  PROJECT_MOVED: {
    message: 'This project has moved to another installation.',
    suggestion: 'Send the request to the address that the message names. Keys and links are the same there.',
  },
  DOMAIN_NOT_VERIFIED: {
    message: 'The domain of the sender is not verified in this project.',
    suggestion:
      'Add it with POST /domains, publish the DNS records of the answer, then POST /domains/{id}/verify.',
  },
  CONTACT_NOT_FOUND: {
    message: 'There is no such contact.',
    suggestion: 'Look the contact up with GET /contacts?email=<address>.',
  },
  TEMPLATE_NOT_FOUND: {
    message: 'There is no such template.',
    suggestion: 'List the templates with GET /templates.',
  },
  SEGMENT_NOT_FOUND: {
    message: 'There is no such segment.',
    suggestion: 'List the segments with GET /segments.',
  },
  CAMPAIGN_NOT_FOUND: {
    message: 'There is no such campaign.',
    suggestion: 'List the campaigns with GET /campaigns.',
  },
  WORKFLOW_NOT_FOUND: {
    message: 'There is no such workflow.',
    suggestion: 'List the workflows with GET /workflows.',
  },
  DOMAIN_NOT_FOUND: {
    message: 'There is no such domain.',
    suggestion: 'List the domains with GET /domains.',
  },
  RESOURCE_NOT_FOUND: {
    message: 'There is nothing at this path.',
    suggestion: 'Check the path and the id.',
  },
  METHOD_NOT_ALLOWED: {
    message: 'This path does not support that method.',
    suggestion: 'The Allow header lists the supported methods.',
  },
  CONFLICT: {
    message: 'The value is already taken.',
    suggestion: 'Choose another value, or change the record that has it.',
  },
  RESOURCE_IN_USE: {
    message: 'The record is in use.',
    suggestion: 'Change or disable what uses it first.',
  },
  COUPON_UNAVAILABLE: {
    message: 'There is no coupon code for this email.',
    suggestion: 'Add codes with POST /coupon-lists/{id}/codes, or remove the list from the content.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    message: 'This Idempotency-Key was already used for a different request.',
    suggestion: 'Use a new key for each new request, and the same key only to repeat one.',
  },
  IDEMPOTENCY_IN_PROGRESS: {
    message: 'The first request with this Idempotency-Key is still running.',
    suggestion: 'Wait as long as Retry-After says and repeat the request.',
  },
  REQUEST_TIMEOUT: {
    message: 'The request did not arrive in time.',
    suggestion: 'Send the headers within a minute and the whole request within ten.',
  },
  PAYLOAD_TOO_LARGE: {
    message: 'The request body is too large.',
    suggestion: 'Send less at a time.',
  },
  VALIDATION_ERROR: {
    message: 'The request has invalid fields.',
    suggestion: 'error.errors names every field with its problem.',
  },
  RATE_LIMIT_EXCEEDED: {
    message: 'Too many requests.',
    suggestion: 'Wait as long as Retry-After says.',
  },
  INTERNAL_SERVER_ERROR: {
    message: 'Something went wrong on our side.',
    suggestion: 'Repeat the request; if it fails again, give the operator the request id.',
  },
  SERVICE_UNAVAILABLE: {
    message: 'The service is starting or stopping, or its database does not answer.',
    suggestion: 'Repeat the request after the time in Retry-After.',
  },
} as const satisfies Record<string, Entry>

export type ErrorCode = keyof typeof ERRORS

/** The codes of field problems; our own, independent of the validation library. */
export const FIELD_CODES = [
  'invalid_type',
  'required',
  'invalid_string',
  'invalid_enum_value',
  'too_small',
  'too_big',
  'invalid_union',
  'invalid_date',
  'unrecognized_keys',
  'reserved',
  'custom',
] as const

export type FieldProblem = { field: string; message: string; code: (typeof FIELD_CODES)[number] }

/** A response names this many fields at most: more are not read, and serializing thousands takes long. */
export const MOST_PROBLEMS = 100

// All our names are far shorter; a caller's own name may have megabytes.
const LONGEST_FIELD = 500

/** The dot path of a field, as responses show it. */
export function fieldPath(path: readonly PropertyKey[]): string {
  const text = path.map((part) => String(part).slice(0, LONGEST_FIELD)).join('.')
  return text.length > LONGEST_FIELD ? `${text.slice(0, LONGEST_FIELD)}…` : text
}

type Details = {
  message?: string
  suggestion?: string
  fields?: FieldProblem[]
  retryAfterSeconds?: number
  /** Facts for programs; the operation that returns them describes them. */
  details?: Record<string, unknown>
  cause?: unknown
}

/** People read the message first, and often nothing else. */
function firstProblem(fields: readonly FieldProblem[] = []): string | undefined {
  const [first, ...others] = fields
  if (!first) return undefined
  const problem = first.field === '' ? first.message : `${first.field}: ${first.message}`
  return others.length === 0 ? problem : `${problem} (and ${others.length} more, see error.errors)`
}

/** An error that the caller sees. Any other error is a bug and becomes a bare 500. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly suggestion: string
  readonly fields: FieldProblem[] | undefined
  readonly retryAfterSeconds: number | undefined
  readonly details: Record<string, unknown> | undefined

  constructor(code: ErrorCode, details: Details = {}) {
    super(details.message ?? firstProblem(details.fields) ?? ERRORS[code].message, { cause: details.cause })
    this.name = 'AppError'
    this.code = code
    this.suggestion = details.suggestion ?? ERRORS[code].suggestion
    this.fields = details.fields
    this.retryAfterSeconds = details.retryAfterSeconds
    this.details = details.details
  }
}

/** The 422 for problems that a schema cannot detect. */
export function invalidFields(...fields: FieldProblem[]): AppError {
  return new AppError('VALIDATION_ERROR', { fields })
}
