import type { Result } from '../harness/result.ts'
import type { Stage } from '../harness/stage.ts'
import { benchSubmission } from './submission.ts'
import { benchWebhooks } from './webhooks.ts'

/** The interfaces beside the API: SMTP submission and webhooks. */
export async function benchDoors(stage: Stage, add: (result: Result) => void): Promise<void> {
  await benchSubmission(stage, add)
  await benchWebhooks(stage, add)
}
