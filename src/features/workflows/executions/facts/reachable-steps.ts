// Which steps an execution may come to without waiting for time or an answer: what is known of the contact has to be
// looked up for these, and for no others.
import type { Definition } from '../../definition.schema.ts'
import type { ExecutionState } from '../../engine/execution.ts'
import type { Step } from '../../steps.schema.ts'

const targetsOf = ({ next }: Step): string[] => {
  if (next === null || next === undefined) return []
  if (typeof next === 'string') return [next]
  return Object.values(next).filter((target) => target !== null)
}

/** Past these an execution does not come in one go. An event that it waits for may have happened already. */
const isPause = ({ type }: Step) => type === 'DELAY' || type === 'WEBHOOK'

export function reachableSteps(
  { steps }: Definition,
  { status, stepId }: Pick<ExecutionState, 'status' | 'stepId'>,
): Step[] {
  const byId = new Map(steps.map((step) => [step.id, step]))
  const current = byId.get(stepId ?? '')
  if (!current) return []
  const reached = new Set<Step>()
  // A pause that it stands at may be over.
  const open = status === 'WAITING' ? targetsOf(current) : [current.id]
  while (open.length > 0) {
    const step = byId.get(open.pop() ?? '')
    if (!step || reached.has(step)) continue
    reached.add(step)
    if (!isPause(step)) open.push(...targetsOf(step))
  }
  return [...reached]
}
