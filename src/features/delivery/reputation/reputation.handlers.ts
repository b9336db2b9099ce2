import type { Deps } from '../../../platform/deps.ts'
import { handle } from '../../../platform/jobs/handler.ts'
import type { BoundHandler } from '../../../platform/jobs/handler.ts'
import { foldReplies, foldStandings } from './fold.service.ts'
import { foldRepliesJob, foldStandingsJob } from './reputation.jobs.ts'

export function reputationHandlers({ database, clock }: Deps): BoundHandler[] {
  const { db } = database
  return [
    handle(foldRepliesJob, (_payload, { signal }) => foldReplies(db, { signal })),
    handle(foldStandingsJob, () => foldStandings(db, { now: clock.now() })),
  ]
}
