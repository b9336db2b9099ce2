// Maps between the row of an execution and the state that the engine works with.
import type { ContactId, ExecutionId, ProjectId, WorkflowId } from '../../../platform/ids.ts'
import type { Definition } from '../definition.schema.ts'
import { ENDED_STATUSES } from '../engine/advance.ts'
import type { ExecutionState, StartEvent, StepAnswer } from '../engine/execution.ts'
import type { Place } from '../engine/place.ts'

export type ExecutionRef = { projectId: ProjectId; executionId: ExecutionId }

export type ExecutionRow = {
  id: ExecutionId
  workflow_id: WorkflowId
  version: number
  contact_id: ContactId
  status: ExecutionState['status']
  step_id: string | null
  visit: number
  since: Date
  wake_at: Date | null
  exit_reason: string | null
  started_at: Date
  completed_at: Date | null
  event: StartEvent | null
  depth: number
  /** Null if a version without places started it. */
  position: Place | null
  answers: StepAnswer[] | null
}

export const toState = (row: ExecutionRow): ExecutionState => ({
  status: row.status,
  stepId: row.step_id,
  visit: row.visit,
  since: row.since.getTime(),
  wakeAt: row.wake_at?.getTime() ?? null,
  exitReason: row.exit_reason,
  startedAt: row.started_at.getTime(),
  completedAt: row.completed_at?.getTime() ?? null,
  event: row.event,
  depth: row.depth,
  place: placeOf(row),
  answers: row.answers ?? [],
})

export const placeOf = ({ position, started_at: startedAt, since }: ExecutionRow): Place =>
  position ?? { start: { at: startedAt.getTime() }, arrived: { at: since.getTime() }, used: [] }

export const hasEnded = ({ status }: Pick<ExecutionState, 'status'>): boolean => ENDED_STATUSES.has(status)

const toDate = (ms: number | null) => (ms === null ? null : new Date(ms))

/** The columns that an advance changes. */
export function fromState(state: ExecutionState, definition: Definition | undefined) {
  const step = definition?.steps.find(({ id }) => id === state.stepId)
  const isWaiting = state.status === 'WAITING' && step?.type === 'WAIT_FOR_EVENT'
  return {
    status: state.status,
    step_id: state.stepId,
    visit: state.visit,
    since: new Date(state.since),
    wake_at: toDate(state.wakeAt),
    // The engine sets wakeAt whenever an execution continues by itself.
    due_at: hasEnded(state) ? null : toDate(state.wakeAt),
    exit_reason: state.exitReason,
    completed_at: toDate(state.completedAt),
    depth: state.depth,
    position: state.place,
    answers: state.answers.length === 0 ? null : state.answers,
    waits_for: isWaiting ? step.config.event : null,
  }
}
