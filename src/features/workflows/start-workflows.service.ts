// Starts everything that runs workflows on a node: incoming events, due executions, schedules and webhook calls.
import type { Deps } from '../../platform/deps.ts'
import { JOB_LIMIT_MS } from '../../platform/db/failures/statement-limits.ts'
import { startWorkLoop } from '../../platform/work/work-loop.ts'
import type { WorkKind } from '../../platform/work/work-loop.ts'
import type { ContactSegments } from '../contacts/index.ts'
import type { Filters } from '../filters/index.ts'
import { createDefinitions } from './executions/definitions.service.ts'
import { executionWork } from './executions/run/run-executions.service.ts'
import { callWork } from './webhooks/call-webhooks.service.ts'
import { createKnownTriggers } from './triggers/known-triggers.service.ts'
import { scheduleWork } from './triggers/run-schedules.service.ts'
import { startSignalLoop } from './triggers/signals.service.ts'
import type { SignalTools } from './triggers/start-by-events.service.ts'

type WorkflowParts = { filters: Filters; segments: ContactSegments }

/** The signals and kinds of work, for tests that run them step by step. */
export function workflowWork(deps: Deps, given: WorkflowParts): { signals: SignalTools; kinds: WorkKind[] } {
  const { database, clock, log } = deps
  const definitions = createDefinitions()
  const tools = { ...given, definitions }
  return {
    signals: { database, clock, log, ...tools, triggers: createKnownTriggers(definitions) },
    kinds: [executionWork(deps, tools), scheduleWork({ ...deps, ...tools }), callWork({ ...deps, ...tools })],
  }
}

export function startWorkflows(given: Deps, parts: WorkflowParts): { stop(): Promise<void> } {
  const deps = { ...given, database: given.database.within(JOB_LIMIT_MS) }
  const { signals, kinds } = workflowWork(deps, parts)
  const loops = [startSignalLoop(signals), ...kinds.map((kind) => startWorkLoop(deps, kind))]
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}
