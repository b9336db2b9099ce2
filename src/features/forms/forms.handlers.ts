import type { Deps } from '../../platform/deps.ts'
import { handle } from '../../platform/jobs/handler.ts'
import type { BoundHandler } from '../../platform/jobs/handler.ts'
import { tidyFormsJob } from './forms.jobs.ts'
import { tidyForms } from './submit/submit.service.ts'

export function formHandlers(deps: Deps): BoundHandler[] {
  return [handle(tidyFormsJob, () => tidyForms(deps))]
}
