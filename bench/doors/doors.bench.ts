import type { Result } from '../harness/result.ts'
import type { Stage } from '../harness/stage.ts'
import { benchReports } from './reports.ts'
import { benchSubmission } from './submission.ts'
import { benchWebhooks } from './webhooks.ts'

/** The interfaces beside the API: the reports of providers, SMTP submission and webhooks. */
export async function benchDoors(stage: Stage, add: (result: Result) => void): Promise<void> {
  await benchReports(stage, add)
  await benchSubmission(stage, add)
  await benchWebhooks(stage, add)
}
