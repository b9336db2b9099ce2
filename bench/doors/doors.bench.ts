import type { Result } from '../harness/result.ts'
import type { Stage } from '../harness/stage.ts'
import { benchSubmission } from './submission.ts'

/** The doors beside HTTP: email by SMTP in. */
export async function benchDoors(stage: Stage, add: (result: Result) => void): Promise<void> {
  await benchSubmission(stage, add)
}
