import type { Deps } from '../../../platform/deps.ts'
import { handle } from '../../../platform/jobs/handler.ts'
import type { BoundHandler } from '../../../platform/jobs/handler.ts'
import { done, snooze } from '../../../platform/jobs/outcome.ts'
import { limitsChangedJob } from '../../projects/index.ts'
import { topicCapJob } from '../../topics/index.ts'
import { releaseSomeHeld } from './held-emails.queries.ts'

export function holdHandlers({ database, clock }: Deps): BoundHandler[] {
  return [limitsChangedJob, topicCapJob].map((job) =>
    handle(job, async ({ projectId }, { signal }) => {
      while (!signal.aborted && (await releaseSomeHeld(database.db, { projectId, now: clock.now() })));
      return signal.aborted ? snooze(0) : done
    }),
  )
}
