// Everything that runs workflows: incoming events, due executions, schedules and webhook calls.
import type { Deps } from '../../platform/deps.ts'
import type { LeasedWork } from '../../platform/work/work-kinds.ts'
import type { ContactSegments } from '../contacts/index.ts'
import type { Filters } from '../filters/index.ts'
import { createDefinitions } from './executions/definitions.service.ts'
import { executionWork } from './executions/run/run-executions.service.ts'
import { callWork } from './webhooks/call-webhooks.service.ts'
import { createKnownTriggers } from './triggers/known-triggers.service.ts'
import { scheduleWork } from './triggers/run-schedules.service.ts'
import type { SignalTools } from './triggers/start-by-events.service.ts'

/** `signals`: for createWorkflowListener. */
export function workflowWork(
  deps: Deps,
  given: { filters: Filters; segments: ContactSegments },
): { signals: SignalTools; kinds: LeasedWork[] } {
  const { clock, log } = deps
  const definitions = createDefinitions()
  const tools = { ...given, definitions }
  return {
    signals: { clock, log, ...tools, triggers: createKnownTriggers(definitions) },
    kinds: [executionWork(deps, tools), scheduleWork({ ...deps, ...tools }), callWork({ ...deps, ...tools })],
  }
}
