// The one error body of the API, and the only place that maps codes to statuses. An error that is neither an AppError nor
// known here is a bug: it is logged in full, and the caller sees a bare 500.
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Clock } from '../../clock.ts'
import {
  isDatabaseUnavailable,
  isDatabaseFull,
  isDeadlock,
  isDiskFull,
} from '../../db/failures/database-errors.ts'
import { AppError } from '../../errors.ts'
import type { ErrorCode } from '../../errors.ts'
import { newId } from '../../ids.ts'
import type { ErrorBody } from './error-body.schema.ts'
import { replyHeaders } from './reply-headers.ts'

export const STATUS_OF: Record<ErrorCode, number> = {
  BAD_REQUEST: 400,
  INVALID_REQUEST_BODY: 400,
  INVALID_STATE: 400,
  TEMPLATE_SYNTAX: 400,
  MISSING_AUTH: 401,
  INVALID_API_KEY: 401,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  PROJECT_DISABLED: 403,
  DOMAIN_NOT_VERIFIED: 403,
  CONTACT_NOT_FOUND: 404,
  TEMPLATE_NOT_FOUND: 404,
  SEGMENT_NOT_FOUND: 404,
  CAMPAIGN_NOT_FOUND: 404,
  WORKFLOW_NOT_FOUND: 404,
  DOMAIN_NOT_FOUND: 404,
  RESOURCE_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  CONFLICT: 409,
  RESOURCE_IN_USE: 409,
  COUPON_UNAVAILABLE: 409,
  IDEMPOTENCY_KEY_REUSED: 409,
  IDEMPOTENCY_IN_PROGRESS: 409,
  PAYLOAD_TOO_LARGE: 413,
  PROJECT_MOVED: 421,
  VALIDATION_ERROR: 422,
  RATE_LIMIT_EXCEEDED: 429,
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
}

// A database restarts within seconds.
const RETRY_AFTER_UNAVAILABLE_SECONDS = 2

// The operator has to free space first; more frequent retries only fill the log.
const RETRY_AFTER_FULL_SECONDS = 30

type ErrorBody = z.infer<typeof ErrorBody>

export function createErrorReply(clock: Clock) {
  return function replyWithError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const refusal = logAndConvert(error, request)
    const status = STATUS_OF[refusal.code]
    sayWhenToRetry(refusal, reply)
    // Without the route's serializer: an error may occur before the route is known, and must always fit.
    return reply
      .code(status)
      .type('application/json; charset=utf-8')
      .serializer(JSON.stringify)
      .send(errorBody(refusal, { requestId: request.id, now: clock.now() }))
  }
}

function sayWhenToRetry({ code, retryAfterSeconds }: AppError, reply: FastifyReply): void {
  const wait = retryAfterSeconds ?? (STATUS_OF[code] === 503 ? RETRY_AFTER_UNAVAILABLE_SECONDS : undefined)
  if (wait !== undefined) reply.header('retry-after', String(wait))
}

/** For routes whose errors have a body of their own: the error as the API describes it, with its headers on the reply. */
export function describeFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): ErrorBody['error'] {
  const refusal = logAndConvert(error, request)
  sayWhenToRetry(refusal, reply)
  return errorObject(refusal, request.id)
}

/** Invalid HTTP never becomes a request; it is answered on the bare socket, with the same body. */
export function createClientErrorReply(clock: Clock) {
  return function replyToBadHttp(error: NodeJS.ErrnoException, socket: Socket): void {
    if (error.code === 'ECONNRESET' || !socket.writable) return
    const refusal = toClientError(error)
    const requestId = newId(clock.now())
    const body = errorBody(refusal, { requestId, now: clock.now() })
    const headers = {
      ...replyHeaders(requestId),
      connection: 'close',
      'content-type': 'application/json; charset=utf-8',
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    const status = STATUS_OF[refusal.code]
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${JSON.stringify(body)}`)
  }
}

function toClientError({ code = '' }: NodeJS.ErrnoException): AppError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new AppError('REQUEST_TIMEOUT')
  return new AppError('BAD_REQUEST', { message: BAD_HTTP[code] ?? 'The request is not valid HTTP.' })
}

const BAD_HTTP: Record<string, string> = {
  HPE_HEADER_OVERFLOW: 'The headers of the request are larger than 16 kB.',
  HPE_INVALID_METHOD: 'The method of the request is not known to HTTP.',
}

/** Logs errors that are not the caller's fault. */
function logAndConvert(error: unknown, { log }: FastifyRequest): AppError {
  const refusal = toAppError(error)
  const status = STATUS_OF[refusal.code]
  if (status === 500) log.error({ err: error }, 'unexpected error')
  // Our own refusals, such as those of a starting node to every poll of /ready, need no stack.
  if (status === 503 && refusal === error) log.info({ reason: refusal.message }, 'unavailable')
  else if (status === 503) log.warn({ err: error }, 'unavailable')
  return refusal
}

/** The `error` object for one part of a request that succeeds as a whole. */
export const failureOf = (error: unknown, request: FastifyRequest): ErrorBody['error'] =>
  errorObject(logAndConvert(error, request), request.id)

function errorObject(refusal: AppError, requestId: string): ErrorBody['error'] {
  return {
    code: refusal.code,
    message: refusal.message,
    statusCode: STATUS_OF[refusal.code],
    requestId,
    ...(refusal.fields && { errors: refusal.fields }),
    ...(refusal.details && { details: refusal.details }),
    suggestion: refusal.suggestion,
  }
}

export function errorBody(
  refusal: AppError,
  { requestId, now }: { requestId: string; now: Date },
): ErrorBody {
  const statusCode = STATUS_OF[refusal.code]
  return {
    success: false,
    error: errorObject(refusal, requestId),
    code: statusCode,
    message: refusal.message,
    time: now.getTime(),
    timestamp: now.toISOString(),
  }
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isDatabaseFull(error)) return diskIsFull('the database', error)
  if (isDiskFull(error)) return diskIsFull('this server', error)
  // A deadlock here has been retried several times already.
  if (isDatabaseUnavailable(error) || isDeadlock(error)) {
    return new AppError('SERVICE_UNAVAILABLE', { cause: error })
  }
  const code = error instanceof Error ? (error as FastifyError).code : undefined
  return fromFramework(code, error) ?? new AppError('INTERNAL_SERVER_ERROR', { cause: error })
}

const diskIsFull = (owner: string, cause: unknown) =>
  new AppError('SERVICE_UNAVAILABLE', {
    message: `The disk of ${owner} is full.`,
    suggestion:
      'Nothing was changed. Repeat the request after the time in Retry-After; the operator has to make room first.',
    retryAfterSeconds: RETRY_AFTER_FULL_SECONDS,
    cause,
  })

/** Translates Fastify's own errors. */
function fromFramework(code: string | undefined, cause: unknown): AppError | undefined {
  switch (code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('INVALID_REQUEST_BODY', {
        message: 'The Content-Type must be application/json.',
        cause,
      })
    case 'FST_ERR_BAD_URL':
      return new AppError('BAD_REQUEST', { message: 'The URL of the request cannot be decoded.', cause })
    case 'ECONNRESET':
    case 'ERR_STREAM_PREMATURE_CLOSE':
      return new AppError('BAD_REQUEST', {
        message: 'The connection closed before the request was complete.',
        cause,
      })
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new AppError('RESOURCE_NOT_FOUND', { cause })
    case undefined:
    default:
      return undefined
  }
}
