import { findCampaignExposures } from '../../src/features/campaigns/index.ts'
import { announcementWork } from '../../src/features/events/index.ts'
import { createGoalListener } from '../../src/features/goals/index.ts'
import { findWorkflowExposures } from '../../src/features/workflows/index.ts'
import type { Deps } from '../../src/platform/deps.ts'
import { runDueWork } from '../../src/platform/work/work-loop.ts'

/** Compares the recorded events with goals, as a worker does, and returns the number of announcements. */
export const countConversions = (
  deps: Deps,
  options: Parameters<typeof createGoalListener>[1] = {},
): Promise<number> =>
  runDueWork(
    deps,
    announcementWork(
      createGoalListener({ campaign: findCampaignExposures, workflow: findWorkflowExposures }, options),
    ),
  )
