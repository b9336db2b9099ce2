import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { ErrorCode } from '../../platform/errors.ts'
import type { JobContext } from '../../platform/jobs/handler.ts'
import { done } from '../../platform/jobs/outcome.ts'
import type { Outcome } from '../../platform/jobs/outcome.ts'
import { finishOperation } from './operations.queries.ts'
import type { OperationRef, RowError } from './operations.queries.ts'

type Work = OperationRef & { context: JobContext; work: () => Promise<Outcome> }

/** Errors that another attempt cannot fix: something the work needs was deleted or changed. */
const FINAL = new Set<ErrorCode>(['VALIDATION_ERROR', 'INVALID_STATE', 'SEGMENT_NOT_FOUND'])

/** Runs the job of an operation, and marks the operation as FAILED if the last attempt fails. */
export async function runOperation(
  { database, clock }: Deps,
  { projectId, operationId, context, work }: Work,
): Promise<Outcome> {
  const fail = (error: Pick<RowError, 'field' | 'message'>) =>
    finishOperation(database.db, {
      projectId,
      operationId,
      status: 'FAILED',
      now: clock.now(),
      error: { row: 0, ...error },
    })
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError && FINAL.has(error.code)) {
      const [{ field, message } = { field: null, message: error.message }] = error.fields ?? []
      await fail({ field, message })
      return done
    }
    if (context.isLastAttempt) {
      await fail({
        field: null,
        message: 'The job could not be finished. See the server log for the reason.',
      })
    }
    throw error
  }
}
