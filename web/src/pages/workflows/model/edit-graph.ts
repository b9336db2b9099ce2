// Changes of a workflow's graph. Each takes a definition and returns a new one; steps that are not concerned stay the same
// objects, so undoing is going back to the former one.
import { TRIGGER, waysOf, withTarget } from './definition.ts'
import type { Config, Definition, DraftStep, StepType, Way } from './definition.ts'

/** A way out, by the step it begins at. */
export type Place = { source: string; branch: string | undefined }

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

/** What a new step is told; only the author can fill in the rest. */
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

/** Where a way leads to now. */
export function targetAt({ steps }: Definition, { source, branch }: Place): string | null {
  if (source === TRIGGER) return steps[0]?.id ?? null
  const step = steps.find(({ id }) => id === source)
  return (step && waysOf(step).find((way) => way.branch === branch)?.target) ?? null
}

/** Puts a step between a way out and what it led to; a step with branches goes on there by its first. */
export function insertStep<T extends Definition>(
  definition: T,
  place: Place,
  type: StepType,
): { definition: T; id: string } {
  const { steps } = definition
  const id = freeId(steps, type)
  const bare: DraftStep = { id, type, config: CONFIGS[type] }
  const [first] = waysOf(bare)
  const step = first ? withTarget(bare, first.branch, targetAt(definition, place)) : bare
  if (place.source === TRIGGER) return { definition: { ...definition, steps: [step, ...steps] }, id }
  const changed = steps.flatMap((one) =>
    one.id === place.source ? [withTarget(one, place.branch, id), step] : [one],
  )
  return { definition: { ...definition, steps: changed }, id }
}

/** Ids of the steps that can be reached from the first one. */
export function reachable(steps: readonly DraftStep[]): Set<string> {
  const byId = new Map(steps.map((step) => [step.id, step]))
  const found = new Set(steps.slice(0, 1).map(({ id }) => id))
  // A set goes on to what is added to it meanwhile.
  for (const id of found) {
    const step = byId.get(id)
    const targets = (step ? waysOf(step) : []).flatMap(({ target }) => target ?? [])
    for (const target of targets) if (byId.has(target)) found.add(target)
  }
  return found
}

const withTargets = (step: DraftStep, targetOf: (way: Way) => string | null): DraftStep =>
  waysOf(step).reduce(
    (changed, way) =>
      targetOf(way) === way.target ? changed : withTarget(changed, way.branch, targetOf(way)),
    step,
  )

/**
 * What led to the step leads to what came after it. Of a step with branches that is the first one that leads anywhere; steps
 * that only the other branches led to go with it.
 */
export function removeStep<T extends Definition>(
  definition: T,
  id: string,
): { definition: T; removed: string[]; successor: string | null } {
  const { steps } = definition
  const step = steps.find((one) => one.id === id)
  if (!step) return { definition, removed: [], successor: null }
  const successor = waysOf(step).find(({ target }) => target !== null && target !== id)?.target ?? null
  const rest = steps
    .filter((one) => one.id !== id)
    .map((one) => withTargets(one, ({ target }) => (target === id ? successor : target)))
  const isFirst = steps[0]?.id === id
  const first = rest.find((one) => one.id === successor)
  const ordered = isFirst && first ? [first, ...rest.filter((one) => one !== first)] : rest
  const before = reachable(steps)
  const after = reachable(isFirst && !first ? [] : ordered)
  // What could not be reached before is its author's unfinished work, and stays.
  const kept = ordered.filter((one) => after.has(one.id) || !before.has(one.id))
  const isKept = new Set(kept.map((one) => one.id))
  const removed = steps.map((one) => one.id).filter((one) => !isKept.has(one))
  return { definition: { ...definition, steps: kept }, removed, successor }
}

export const changeStep = <T extends Definition>(definition: T, changed: DraftStep): T => ({
  ...definition,
  steps: definition.steps.map((step) => (step.id === changed.id ? changed : step)),
})
