import type { ErrorCode } from '../../../platform/errors.ts'
import type { ApiError, Provider } from '../door.ts'
import { sentenceOf } from '../wording.ts'
import type { FieldNames } from '../wording.ts'

const NAMES_OF_ERRORS: Partial<Record<ErrorCode, string>> = {
  MISSING_AUTH: 'missing_api_key',
  INVALID_API_KEY: 'invalid_api_key',
  FORBIDDEN: 'restricted_api_key',
  PROJECT_DISABLED: 'invalid_access',
  PROJECT_MOVED: 'invalid_access',
  DOMAIN_NOT_VERIFIED: 'invalid_from_address',
  IDEMPOTENCY_KEY_REUSED: 'invalid_idempotent_request',
  IDEMPOTENCY_IN_PROGRESS: 'concurrent_idempotent_requests',
  METHOD_NOT_ALLOWED: 'method_not_allowed',
  RATE_LIMIT_EXCEEDED: 'rate_limit_exceeded',
  INTERNAL_SERVER_ERROR: 'internal_server_error',
  SERVICE_UNAVAILABLE: 'application_error',
}

export const NAMES_OF_FIELDS: FieldNames = {
  body: 'html',
  reply: 'reply_to',
  scheduledFor: 'scheduled_at',
  data: 'variables',
  contentType: 'content_type',
  contentId: 'content_id',
  domain: 'name',
}

function nameOf({ code, statusCode, errors = [] }: ApiError): string {
  const known = NAMES_OF_ERRORS[code as ErrorCode]
  if (known !== undefined) return known
  if (statusCode === 404) return 'not_found'
  const isMissing = errors.length > 0 && errors.every((one) => one.code === 'required')
  return isMissing ? 'missing_required_field' : 'validation_error'
}

export const resendProvider: Provider = {
  name: 'Resend',
  path: '/compat/resend',
  key: { scheme: 'secretKey', keyOf: () => undefined },
  toRefusal: (error) => ({
    status: error.statusCode,
    body: {
      statusCode: error.statusCode,
      name: nameOf(error),
      message: sentenceOf(error, NAMES_OF_FIELDS),
    },
  }),
}
