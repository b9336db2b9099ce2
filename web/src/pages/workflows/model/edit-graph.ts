// Changes to the graph of a workflow. Each returns a new definition; unchanged steps stay the same objects.
import { TRIGGER, transitionsOf, withTarget } from './definition.ts'
import type { Config, Definition, DraftStep, StepType, Transition } from './definition.ts'

/** A transition, by its source: a new step is inserted there. */
export type Slot = { source: string; branch: string | undefined }

const IDS: Record<StepType, string> = {
  SEND_EMAIL: 'email',
  DELAY: 'delay',
  WAIT_FOR_EVENT: 'wait',
  CONDITION: 'condition',
  SPLIT: 'split',
  UPDATE_CONTACT: 'update',
  ADD_TO_SEGMENT: 'add-to-segment',
  REMOVE_FROM_SEGMENT: 'remove-from-segment',
  WEBHOOK: 'webhook',
  TRACK_EVENT: 'event',
  EXIT: 'exit',
}

const CONFIGS: Record<StepType, Config> = {
  SEND_EMAIL: {},
  DELAY: { amount: 1, unit: 'days' },
  WAIT_FOR_EVENT: { event: '', timeout: { amount: 1, unit: 'days' } },
  CONDITION: { filters: { operator: 'AND', conditions: [] } },
  SPLIT: { weights: { a: 50, b: 50 } },
  UPDATE_CONTACT: { data: {} },
  ADD_TO_SEGMENT: { segmentId: '' },
  REMOVE_FROM_SEGMENT: { segmentId: '' },
  WEBHOOK: { url: '' },
  TRACK_EVENT: { event: '' },
  EXIT: {},
}

function freeId(steps: readonly DraftStep[], type: StepType): string {
  const taken = new Set(steps.map(({ id }) => id))
  const name = IDS[type]
  for (let n = 1; ; n += 1) {
    const id = n === 1 ? name : `${name}-${n}`
    if (!taken.has(id)) return id
  }
}

export function targetAt({ steps }: Definition, { source, branch }: Slot): string | null {
  if (source === TRIGGER) return steps[0]?.id ?? null
  const step = steps.find(({ id }) => id === source)
  return (step && transitionsOf(step).find((one) => one.branch === branch)?.target) ?? null
}

/** Inserts a step; if it has branches, the first one leads on to the former target. */
export function insertStep<T extends Definition>(
  definition: T,
  slot: Slot,
  type: StepType,
): { definition: T; id: string } {
  const { steps } = definition
  const id = freeId(steps, type)
  const bare: DraftStep = { id, type, config: CONFIGS[type] }
  const [first] = transitionsOf(bare)
  const step = first ? withTarget(bare, first.branch, targetAt(definition, slot)) : bare
  if (slot.source === TRIGGER) return { definition: { ...definition, steps: [step, ...steps] }, id }
  const changed = steps.flatMap((one) =>
    one.id === slot.source ? [withTarget(one, slot.branch, id), step] : [one],
  )
  return { definition: { ...definition, steps: changed }, id }
}

/** Ids of the steps that can be reached from the first one. */
export function reachable(steps: readonly DraftStep[]): Set<string> {
  const byId = new Map(steps.map((step) => [step.id, step]))
  const found = new Set(steps.slice(0, 1).map(({ id }) => id))
  // The loop also visits ids added to the set meanwhile.
  for (const id of found) {
    const step = byId.get(id)
    const targets = (step ? transitionsOf(step) : []).flatMap(({ target }) => target ?? [])
    for (const target of targets) if (byId.has(target)) found.add(target)
  }
  return found
}

const withTargets = (step: DraftStep, targetOf: (transition: Transition) => string | null): DraftStep =>
  transitionsOf(step).reduce(
    (changed, transition) =>
      targetOf(transition) === transition.target
        ? changed
        : withTarget(changed, transition.branch, targetOf(transition)),
    step,
  )

/**
 * Connects the predecessors of the step to its successor: the target of its first branch that does not end. Removes
 * steps that only the other branches led to.
 */
export function removeStep<T extends Definition>(
  definition: T,
  id: string,
): { definition: T; removed: string[]; successor: string | null } {
  const { steps } = definition
  const step = steps.find((one) => one.id === id)
  if (!step) return { definition, removed: [], successor: null }
  const successor = transitionsOf(step).find(({ target }) => target !== null && target !== id)?.target ?? null
  const rest = steps
    .filter((one) => one.id !== id)
    .map((one) => withTargets(one, ({ target }) => (target === id ? successor : target)))
  const isFirst = steps[0]?.id === id
  const first = rest.find((one) => one.id === successor)
  const ordered = isFirst && first ? [first, ...rest.filter((one) => one !== first)] : rest
  const before = reachable(steps)
  const after = reachable(isFirst && !first ? [] : ordered)
  // Steps that were unreachable before are unfinished work and stay.
  const kept = ordered.filter((one) => after.has(one.id) || !before.has(one.id))
  const keptIds = new Set(kept.map((one) => one.id))
  const removed = steps.map((one) => one.id).filter((one) => !keptIds.has(one))
  return { definition: { ...definition, steps: kept }, removed, successor }
}

export const changeStep = <T extends Definition>(definition: T, changed: DraftStep): T => ({
  ...definition,
  steps: definition.steps.map((step) => (step.id === changed.id ? changed : step)),
})
