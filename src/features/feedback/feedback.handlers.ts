import type { Deps } from '../../platform/deps.ts'
import { handle } from '../../platform/jobs/handler.ts'
import type { BoundHandler } from '../../platform/jobs/handler.ts'
import { createUnmatchedCounter, reviewUnmatched } from './door/unmatched.service.ts'
import { reviewUnmatchedJob } from './feedback.jobs.ts'

export function feedbackHandlers(deps: Deps): BoundHandler[] {
  const counter = createUnmatchedCounter(deps)
  return [handle(reviewUnmatchedJob, () => reviewUnmatched(deps, counter))]
}
