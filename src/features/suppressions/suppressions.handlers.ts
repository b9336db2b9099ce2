import type { Deps } from '../../platform/deps.ts'
import { handle } from '../../platform/jobs/handler.ts'
import type { BoundHandler } from '../../platform/jobs/handler.ts'
import { done } from '../../platform/jobs/outcome.ts'
import { forgetEndedJob } from './suppressions.jobs.ts'
import { deleteEndedSuppressions } from './suppressions.queries.ts'

export function suppressionHandlers({ database }: Deps): BoundHandler[] {
  return [
    handle(
      forgetEndedJob,
      async () => {
        await deleteEndedSuppressions(database.db)
        return done
      },
      { cron: '17 * * * *' },
    ),
  ]
}
