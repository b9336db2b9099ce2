// Everything that runs workflows on a node: events that come in, executions whose time has come, and schedules.
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

type Given = { filters: Filters; segments: ContactSegments }

/** What there is to do, for who does it by hand. */
export function workflowWork(deps: Deps, given: Given): { signals: SignalTools; kinds: WorkKind[] } {
  const { database, clock, log } = deps
  const definitions = createDefinitions()
  const tools = { ...given, definitions }
  return {
    signals: { database, clock, log, ...tools, triggers: createKnownTriggers(definitions) },
    kinds: [executionWork(deps, tools), scheduleWork({ ...deps, ...tools }), callWork({ ...deps, ...tools })],
  }
}

export function startWorkflows(given: Deps, parts: Given): { stop(): Promise<void> } {
  const deps = { ...given, database: given.database.within(JOB_LIMIT_MS) }
  const { signals, kinds } = workflowWork(deps, parts)
  const loops = [startSignalLoop(signals), ...kinds.map((kind) => startWorkLoop(deps, kind))]
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}
