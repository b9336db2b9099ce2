import type { Deps } from '../../../platform/deps.ts'
import { handle } from '../../../platform/jobs/handler.ts'
import type { BoundHandler } from '../../../platform/jobs/handler.ts'
import { done, snooze } from '../../../platform/jobs/outcome.ts'
import { refreshBrandJob } from '../brand/brand.jobs.ts'
import { refreshTemplatesJob } from './partials.jobs.ts'
import { refreshBrand, refreshTemplates } from './refresh-templates.service.ts'

export function partialHandlers({ database, clock, threads, log }: Deps): BoundHandler[] {
  const tools = { db: database.db, clock, threads, log }
  return [
    handle(refreshTemplatesJob, async (ref, { signal }) =>
      (await refreshTemplates(tools, { ...ref, signal })) ? done : snooze(0),
    ),
    handle(refreshBrandJob, async (ref, { signal }) =>
      (await refreshBrand(tools, { ...ref, signal })) ? done : snooze(0),
    ),
  ]
}
