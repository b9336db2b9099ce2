// The messages between the main thread and a task thread. Failures are packed, because structured cloning keeps the
// text of an error but not its class.
import { AppError } from '../errors.ts'
import type { ErrorCode, FieldProblem } from '../errors.ts'

export type ThreadRequest = { name: string; input: unknown }

/** `cpu`: the processor time of the thread so far. */
export type ThreadReply = ThreadEvent & { cpu: NodeJS.CpuUsage }

export type ThreadEvent =
  | { kind: 'ready' }
  | { kind: 'done'; output: unknown }
  | { kind: 'failed'; failure: ThreadFailure }

export type ThreadFailure =
  | {
      kind: 'refusal'
      code: ErrorCode
      message: string
      suggestion: string
      fields: FieldProblem[] | undefined
      retryAfterSeconds: number | undefined
    }
  | { kind: 'error'; name: string; message: string; stack: string | undefined }

export function packFailure(error: unknown): ThreadFailure {
  if (error instanceof AppError) {
    const { code, message, suggestion, fields, retryAfterSeconds } = error
    return { kind: 'refusal', code, message, suggestion, fields, retryAfterSeconds }
  }
  if (error instanceof Error) {
    const { name, message, stack } = error
    return { kind: 'error', name, message, stack }
  }
  return { kind: 'error', name: 'Error', message: String(error), stack: undefined }
}

/** Restores an AppError as one; anything else becomes an Error with the original name, message and stack. */
export function unpackFailure(failure: ThreadFailure): Error {
  if (failure.kind === 'refusal') {
    const { code, message, suggestion, fields, retryAfterSeconds } = failure
    return new AppError(code, {
      message,
      suggestion,
      ...(fields !== undefined && { fields }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    })
  }
  const { name, message, stack } = failure
  return Object.assign(new Error(message), { name, ...(stack !== undefined && { stack }) })
}
