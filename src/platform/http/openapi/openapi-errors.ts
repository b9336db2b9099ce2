// The error responses of the API description, one per status: its meaning, its codes, and an example made by the code that
// replies to real requests.
import type { OpenAPIV3_1 } from 'openapi-types'
import { AppError, invalidFields } from '../../errors.ts'
import { errorBody, STATUS_OF } from '../replies/error-reply.ts'

type ErrorDescription = {
  name: string
  description: string
  example: AppError
  headers?: OpenAPIV3_1.ResponseObject['headers']
}

const RETRY_AFTER: OpenAPIV3_1.ResponseObject['headers'] = {
  'Retry-After': { description: 'Seconds to wait before the next try.', schema: { type: 'integer' } },
}

const BY_STATUS: Record<number, ErrorDescription> = {
  400: {
    name: 'BadRequest',
    description: 'The request cannot be read, or the state of the record does not allow it.',
    example: new AppError('INVALID_REQUEST_BODY'),
  },
  401: {
    name: 'Unauthorized',
    description: 'The API key is missing, unknown, expired or revoked; or nobody is signed in.',
    example: new AppError('INVALID_API_KEY'),
  },
  403: {
    name: 'Forbidden',
    description:
      'The key or the role of the person is not allowed to do this, the project is disabled, or the domain of the sender is not verified.',
    example: new AppError('FORBIDDEN', { message: 'This key lacks the scope "full".' }),
  },
  404: {
    name: 'NotFound',
    description: 'This project has no such record.',
    example: new AppError('CONTACT_NOT_FOUND'),
  },
  409: {
    name: 'Conflict',
    description: 'The value is already taken, the record is in use, or the Idempotency-Key was used before.',
    example: new AppError('IDEMPOTENCY_KEY_REUSED'),
  },
  413: {
    name: 'TooLarge',
    description: 'The body is larger than this operation accepts.',
    example: new AppError('PAYLOAD_TOO_LARGE'),
  },
  422: {
    name: 'Invalid',
    description: 'One or more fields or query parameters are invalid; `error.errors` lists all of them.',
    example: invalidFields({
      field: 'email',
      message: 'must have the form name@domain',
      code: 'invalid_string',
    }),
  },
  429: {
    name: 'TooManyRequests',
    description: 'The rate limit is used up.',
    example: new AppError('RATE_LIMIT_EXCEEDED'),
    headers: RETRY_AFTER,
  },
  500: {
    name: 'InternalError',
    description: 'Something went wrong on the server.',
    example: new AppError('INTERNAL_SERVER_ERROR'),
  },
  503: {
    name: 'Unavailable',
    description: 'The service is starting or stopping, is overloaded, or its database does not answer.',
    example: new AppError('SERVICE_UNAVAILABLE'),
    headers: RETRY_AFTER,
  },
}

const SHOWN = { requestId: '019c2f3e-8a51-7000-9d0a-3f1f8b7e2c44', now: new Date('2026-02-02T02:40:00Z') }

const codesOf = (status: number) =>
  Object.entries(STATUS_OF)
    .filter(([, one]) => one === status)
    .map(([code]) => `\`${code}\``)
    .join(', ')

/** By the name that operations refer to. */
export const errorResponses = (): Record<string, OpenAPIV3_1.ResponseObject> =>
  Object.fromEntries(
    Object.entries(BY_STATUS).map(([status, { name, description, example, headers }]) => [
      name,
      {
        description: `${description} Codes: ${codesOf(Number(status))}.`,
        ...(headers && { headers }),
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Error' },
            example: errorBody(example, SHOWN),
          },
        },
      },
    ]),
  )

/** The meaning of the errors of this status; undefined if the status is not an error. */
export const errorDescription = (status: number | string): string | undefined =>
  BY_STATUS[Number(status)]?.description

/** The reference to the response of this status; undefined if the status is not an error. */
export const errorReference = (status: number | string): OpenAPIV3_1.ReferenceObject | undefined => {
  const name = BY_STATUS[Number(status)]?.name
  return name === undefined ? undefined : { $ref: `#/components/responses/${name}` }
}
