import type { Deps } from '../../platform/deps.ts'
import { handle } from '../../platform/jobs/handler.ts'
import type { BoundHandler } from '../../platform/jobs/handler.ts'
import { done } from '../../platform/jobs/outcome.ts'
import { makePartitionsJob } from './events.jobs.ts'
import { makeEventPartitions } from './events.service.ts'

export function eventHandlers({ database, clock }: Deps): BoundHandler[] {
  return [
    handle(
      makePartitionsJob,
      async () => {
        await makeEventPartitions(database.db, clock.now())
        return done
      },
      { cron: '17 3 * * *' },
    ),
  ]
}
