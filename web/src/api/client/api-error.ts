import type { z } from 'zod'
import type { ErrorBody } from '../../../../src/platform/http/replies/error-body.schema.ts'

type Problem = z.infer<typeof ErrorBody>['error']
type FieldError = NonNullable<Problem['errors']>[number]

export class ApiError extends Error {
  readonly code: string
  readonly status: number
  readonly requestId: string | undefined
  readonly suggestion: string | undefined
  readonly fields: readonly FieldError[]

  constructor(problem: Pick<Problem, 'code' | 'message' | 'statusCode'> & Partial<Problem>) {
    super(problem.message)
    this.code = problem.code
    this.status = problem.statusCode
    this.requestId = problem.requestId
    this.suggestion = problem.suggestion
    this.fields = problem.errors ?? []
  }
}

export class OfflineError extends Error {
  constructor(options?: ErrorOptions) {
    super('The server does not answer. Check your connection; the page tries again by itself.', options)
  }
}

/** Reads the error of a response. The body may come from a proxy in between. */
export function errorFrom(status: number, body: unknown): ApiError {
  const problem = (body as { error?: Problem } | null)?.error
  if (problem && typeof problem === 'object') return new ApiError(problem)
  const message = (body as { message?: unknown } | null)?.message
  const code = (body as { code?: unknown } | null)?.code
  return new ApiError({
    code: typeof code === 'string' ? code : `HTTP_${status}`,
    message: typeof message === 'string' ? message : `The server answered with status ${status}.`,
    statusCode: status,
  })
}
