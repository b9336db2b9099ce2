import type { Deps } from '../../platform/deps.ts'
import { handle } from '../../platform/jobs/handler.ts'
import type { BoundHandler } from '../../platform/jobs/handler.ts'
import { checkMachineJob, planDomainChecksJob } from './checks.jobs.ts'
import { insertMissingRuns } from './domain-checks.queries.ts'
import { checkMachine } from './machine-checks.service.ts'

export function checkHandlers(deps: Deps): BoundHandler[] {
  const { database, clock } = deps
  return [
    handle(planDomainChecksJob, () => insertMissingRuns(database.db, { now: clock.now() })),
    handle(checkMachineJob, () => checkMachine(deps)),
  ]
}
