import type { Deps } from '../../platform/deps.ts'
import type { JobContext } from '../../platform/jobs/handler.ts'
import type { Outcome } from '../../platform/jobs/outcome.ts'
import { finishOperation } from './operations.queries.ts'
import type { OperationRef } from './operations.queries.ts'

type Work = OperationRef & { context: JobContext; work: () => Promise<Outcome> }

/** Runs the job of an operation; when its last try fails, the caller who watches it is told. */
export async function runOperation(
  { database, clock }: Deps,
  { projectId, operationId, context, work }: Work,
): Promise<Outcome> {
  try {
    return await work()
  } catch (error) {
    if (context.isLastAttempt) {
      const message = 'The work could not be finished; the log of the server says why.'
      await finishOperation(database.db, {
        projectId,
        operationId,
        status: 'FAILED',
        now: clock.now(),
        error: { row: 0, field: null, message },
      })
    }
    throw error
  }
}
