import type { Deps } from '../../platform/deps.ts'
import { handle } from '../../platform/jobs/handler.ts'
import type { BoundHandler } from '../../platform/jobs/handler.ts'
import { done } from '../../platform/jobs/outcome.ts'
import { deleteOldOperationsJob } from './operations.jobs.ts'
import { deleteOldOperations } from './operations.queries.ts'

export function operationHandlers({ database, clock }: Deps): BoundHandler[] {
  return [
    handle(
      deleteOldOperationsJob,
      async () => {
        await deleteOldOperations(database.db, clock.now())
        return done
      },
      { cron: '23 * * * *' },
    ),
  ]
}
