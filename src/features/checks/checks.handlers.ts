import type { Deps } from '../../platform/deps.ts'
import { handle } from '../../platform/jobs/handler.ts'
import type { BoundHandler } from '../../platform/jobs/handler.ts'
import { planDomainChecksJob } from './checks.jobs.ts'
import { insertMissingRuns } from './domain-checks.queries.ts'

export function checkHandlers({ database, clock }: Deps): BoundHandler[] {
  return [handle(planDomainChecksJob, () => insertMissingRuns(database.db, { now: clock.now() }))]
}
