import type { Deps } from '../../platform/deps.ts'
import { handle } from '../../platform/jobs/handler.ts'
import type { BoundHandler } from '../../platform/jobs/handler.ts'
import { runSourcesJob } from './postmaster.jobs.ts'
import { runSources } from './run-sources.service.ts'

export function postmasterHandlers(deps: Deps): BoundHandler[] {
  return [handle(runSourcesJob, (_payload, { signal }) => runSources(deps, { signal }))]
}
