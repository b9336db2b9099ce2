// A million waiting executions, and additional work: many that are due at once, events that are matched against workflows
// and waiting executions, calls of POST /v1/track meanwhile, the time until a first email, a year on the virtual clock, and a date
// that starts a workflow for many contacts.
import type { Result } from '../harness/result.ts'
import type { Stage } from '../harness/stage.ts'
import { benchDates } from './dates.ts'
import { benchDue } from './due.ts'
import { benchFirstStep } from './first-step.ts'
import { fillExecutions } from './fill.ts'
import { benchMatching } from './matching.ts'
import { benchSimulation } from './simulation.ts'
import { benchTracked } from './tracked.ts'

export async function benchWorkflows(stage: Stage, add: (result: Result) => void): Promise<void> {
  await benchSimulation(stage, add)
  await fillExecutions(stage)
  await benchFirstStep(stage, add)
  await benchDue(stage, add)
  await benchTracked(stage, add)
  await benchMatching(stage, add)
  await benchDates(stage, add)
}
