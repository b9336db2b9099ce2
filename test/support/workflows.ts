// Workflows for tests, and what a worker does for them until there is nothing left to do.
import { announcementWork } from '../../src/features/events/index.ts'
import { createContactSegments } from '../../src/features/segments/index.ts'
import { workflowWork } from '../../src/features/workflows/start-workflows.service.ts'
import { createWorkflowListener } from '../../src/features/workflows/triggers/signals.service.ts'
import type { SignalTools } from '../../src/features/workflows/triggers/start-by-events.service.ts'
import { buildFilters } from '../../src/filter-sources.ts'
import type { Deps } from '../../src/platform/deps.ts'
import { runDueWork } from '../../src/platform/work/work-loop.ts'
import { call } from './requests.ts'
import { trackMembers } from './segments.ts'
import type { TestApp } from './test-app.ts'

export type WorkflowRecord = { id: string; version: number; enabled: boolean }
export type ExecutionRecord = {
  id: string
  contactId: string
  version: number
  status: string
  currentStepId: string | null
  exitReason: string | null
  wakeAt: string | null
  history: {
    stepId: string
    type: string
    status: string
    output: Record<string, unknown> | null
    error: string | null
  }[]
}

export type Worker = ReturnType<typeof workflowWork>

export function buildWorker(deps: Deps): Worker {
  const filters = buildFilters(deps.database)
  return workflowWork(deps, { filters, segments: createContactSegments(filters) })
}

/** Passes recorded events to workflows, without running executions, and returns the number of announcements. */
export const processSignals = (
  deps: Deps,
  signals: SignalTools = buildWorker(deps).signals,
): Promise<number> => runDueWork(deps, announcementWork(createWorkflowListener(signals)))

/** All that a worker does for workflows, and for the segments that start them, until nothing is left. */
export async function runWorkflows(deps: Deps, worker: Worker = buildWorker(deps)): Promise<void> {
  for (let isMore = true; isMore;) {
    await trackMembers(deps)
    let count = await processSignals(deps, worker.signals)
    for (const kind of worker.kinds) count += await runDueWork(deps, kind)
    isMore = count > 0
  }
}

/** Enabled, started by the event `go` unless it says otherwise. */
export async function buildEnabled(app: TestApp, body: object): Promise<WorkflowRecord> {
  const given = { name: 'Workflow', enabled: true, ...body }
  const isTriggered = 'trigger' in given || 'eventName' in given
  const reply = await call(app, ['POST', '/workflows'], {
    body: { ...(!isTriggered && { eventName: 'go' }), ...given },
  })
  if (reply.statusCode !== 201) throw new Error(reply.body)
  return reply.json<WorkflowRecord>()
}

export async function track(
  app: TestApp,
  event: string,
  body: { email: string; data?: object; occurredAt?: string },
): Promise<void> {
  const reply = await call(app, ['POST', '/v1/track'], { body: { event, ...body } })
  if (reply.statusCode !== 200) throw new Error(reply.body)
}

/** Newest first, with their history. */
export async function readExecutions(app: TestApp, workflowId: string): Promise<ExecutionRecord[]> {
  const reply = await call(app, ['GET', `/workflows/${workflowId}/executions`], { query: { limit: '100' } })
  const { executions } = reply.json<{ executions: { id: string }[] }>()
  const details = executions.map(async ({ id }) => {
    const detail = await call(app, ['GET', `/workflows/${workflowId}/executions/${id}`])
    return detail.json<ExecutionRecord>()
  })
  return Promise.all(details)
}

/** The steps that it made, in their order. */
export const pathOf = ({ history }: ExecutionRecord): string[] => history.map(({ stepId }) => stepId)

/** A step with an email of its own, which has a link. */
export const emailStep = (id: string, next?: string) => ({
  id,
  type: 'SEND_EMAIL',
  config: { subject: id, body: '<p><a href="https://shop.test/">Shop</a></p>', from: 'a@app.test' },
  next,
})

/** A step that waits for a day. */
export const delayStep = (id: string, next?: string) => ({
  id,
  type: 'DELAY',
  config: { amount: 1, unit: 'days' },
  next,
})
