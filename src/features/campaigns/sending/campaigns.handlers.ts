import type { Deps } from '../../../platform/deps.ts'
import { handle } from '../../../platform/jobs/handler.ts'
import type { BoundHandler } from '../../../platform/jobs/handler.ts'
import type { Filters } from '../../filters/index.ts'
import { createAdvance, enqueueCampaigns } from './advance.service.ts'
import { advanceCampaignJob, findCampaignsJob } from './campaigns.jobs.ts'

export function campaignHandlers(deps: Deps, { filters }: { filters: Filters }): BoundHandler[] {
  const advance = createAdvance(deps, { filters })
  const { database, clock } = deps
  return [
    handle(advanceCampaignJob, (campaign, { signal }) => advance(campaign, { signal })),
    handle(findCampaignsJob, () => enqueueCampaigns(database.db, { now: clock.now() })),
  ]
}
