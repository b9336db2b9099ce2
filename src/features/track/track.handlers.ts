import type { Deps } from '../../platform/deps.ts'
import { handle } from '../../platform/jobs/handler.ts'
import type { BoundHandler } from '../../platform/jobs/handler.ts'
import { tidyTrackingJob } from './track.jobs.ts'
import { tidyTracking } from './track.service.ts'

export function trackHandlers(deps: Deps): BoundHandler[] {
  return [handle(tidyTrackingJob, () => tidyTracking(deps))]
}
