import type { Deps } from '../../../platform/deps.ts'
import { handle } from '../../../platform/jobs/handler.ts'
import type { BoundHandler } from '../../../platform/jobs/handler.ts'
import { endForgottenBrakes } from './brakes.queries.ts'
import { foldReplies, foldStandings } from './fold.service.ts'
import { foldRepliesJob, foldStandingsJob } from './reputation.jobs.ts'

export function reputationHandlers({ database, clock }: Deps): BoundHandler[] {
  const { db } = database
  return [
    handle(foldRepliesJob, async (_payload, { signal }) => {
      await foldReplies(db, { signal })
      await endForgottenBrakes(db)
    }),
    handle(foldStandingsJob, () => foldStandings(db, { now: clock.now() })),
  ]
}
