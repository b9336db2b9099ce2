import type { Deps } from '../../platform/deps.ts'
import { handle } from '../../platform/jobs/handler.ts'
import type { BoundHandler } from '../../platform/jobs/handler.ts'
import { done, snooze } from '../../platform/jobs/outcome.ts'
import { tidyGoalsJob } from './goals.jobs.ts'
import { tidyGoals } from './goals.service.ts'

export function goalHandlers({ database, clock }: Deps): BoundHandler[] {
  return [
    handle(tidyGoalsJob, async (_payload, { signal }) =>
      (await tidyGoals(database.db, { now: clock.now(), signal })) ? done : snooze(0),
    ),
  ]
}
