import type { z } from 'zod'
import type { ErrorBody } from '../../../../src/platform/http/replies/error-body.schema.ts'
import { clientTexts as texts } from './client.texts.ts'

type Problem = z.infer<typeof ErrorBody>['error']
type FieldError = NonNullable<Problem['errors']>[number]

export class ApiError extends Error {
  readonly code: string
  readonly status: number
  readonly requestId: string | undefined
  readonly suggestion: string | undefined
  readonly fields: readonly FieldError[]

  constructor(problem: Pick<Problem, 'code' | 'message' | 'statusCode'> & Partial<Problem>) {
    super(texts.problem(problem.code, problem.message))
    this.code = problem.code
    this.status = problem.statusCode
    this.requestId = problem.requestId
    // A translation is about the code alone; the message of the server names the value and the limit.
    this.suggestion = this.message === problem.message ? problem.suggestion : problem.message
    this.fields = problem.errors ?? []
  }
}

export class OfflineError extends Error {
  constructor(options?: ErrorOptions) {
    super(texts.offline, options)
  }
}

const REQUEST_TIMEOUT = 408
const TOO_MANY_REQUESTS = 429
const SERVER_ERROR = 500

/** Whether the same request may succeed later: the server was away, busy or failing, and did not refuse it. */
export const isPassing = (error: Error): boolean =>
  !(error instanceof ApiError) ||
  error.status >= SERVER_ERROR ||
  error.status === REQUEST_TIMEOUT ||
  error.status === TOO_MANY_REQUESTS

/** Reads the error of a response. The body may come from a proxy in between. */
export function errorFrom(status: number, body: unknown): ApiError {
  const problem = (body as { error?: Problem } | null)?.error
  if (problem && typeof problem === 'object') return new ApiError(problem)
  const message = (body as { message?: unknown } | null)?.message
  const code = (body as { code?: unknown } | null)?.code
  return new ApiError({
    code: typeof code === 'string' ? code : `HTTP_${status}`,
    message: typeof message === 'string' ? message : texts.status(status),
    statusCode: status,
  })
}
