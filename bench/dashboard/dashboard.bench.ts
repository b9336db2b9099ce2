// Waiting times in the dashboard of a large project, measured in the browser.
import type { Result } from '../harness/result.ts'
import type { Stage } from '../harness/stage.ts'
import { fillDashboard } from './fill.ts'
import { benchLists } from './lists.ts'
import { benchNavigation } from './navigation.ts'
import { benchReport } from './report.ts'
import { withScreen } from './screen.ts'
import { benchWorkflow } from './workflow.ts'

export async function benchDashboard(stage: Stage, add: (result: Result) => void): Promise<void> {
  await fillDashboard(stage)
  await withScreen(stage, async (screen) => {
    await benchNavigation(screen, add)
    await benchLists(screen, add)
    await benchWorkflow(screen, add)
    await benchReport(screen, add)
  })
}
