// The steps that an execution can reach without waiting for a time or an answer: facts are read for these only.
import type { Definition } from '../../definition.schema.ts'
import type { ExecutionState } from '../../engine/execution.ts'
import { isSureDelay } from '../../steps.schema.ts'
import type { Step } from '../../steps.schema.ts'

const targetsOf = ({ next }: Step): string[] => {
  if (next === null || next === undefined) return []
  if (typeof next === 'string') return [next]
  return Object.values(next).filter((target) => target !== null)
}

/** An execution always stops at these, but not at an event that may have happened, or at a delay that may be over. */
const isPause = (step: Step) => step.type === 'WEBHOOK' || isSureDelay(step)

export function reachableSteps(
  { steps, goal }: Definition,
  { status, stepId }: Pick<ExecutionState, 'status' | 'stepId'>,
): Step[] {
  const byId = new Map(steps.map((step) => [step.id, step]))
  const current = byId.get(stepId ?? '')
  if (!current) return []
  const reached = new Set<Step>()
  // The current wait may be over.
  const open = status === 'WAITING' ? targetsOf(current) : [current.id]
  // A goal may move it at any time.
  if (goal?.goTo) open.push(goal.goTo)
  while (open.length > 0) {
    const step = byId.get(open.pop() ?? '')
    if (!step || reached.has(step)) continue
    reached.add(step)
    if (!isPause(step)) open.push(...targetsOf(step))
  }
  return [...reached]
}
