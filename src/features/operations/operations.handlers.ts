import type { Deps } from '../../platform/deps.ts'
import { handle } from '../../platform/jobs/handler.ts'
import type { BoundHandler } from '../../platform/jobs/handler.ts'
import { deleteOldOperationsJob } from './operations.jobs.ts'
import { deleteOldOperations } from './operations.queries.ts'

export function operationHandlers({ database, clock }: Deps): BoundHandler[] {
  return [handle(deleteOldOperationsJob, () => deleteOldOperations(database.db, clock.now()))]
}
