// The changes that a save sends, and the difference between two definitions.
import type { z } from 'zod'
import type { WorkflowPatch } from '../../../../../src/features/workflows/workflows.schema.ts'
import type { Definition, DraftStep, WorkflowDraft } from './definition.ts'
import { toPatch } from './problems.ts'

export const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)

/** Only changed fields: a deleted template must not block a change of the name. */
export function changesFrom(before: WorkflowDraft, draft: WorkflowDraft): z.input<typeof WorkflowPatch> {
  const old = toPatch(before)
  const changed = Object.entries(toPatch(draft)).filter(
    ([part, value]) => !isSame(value, old[part as keyof typeof old]),
  )
  return Object.fromEntries(changed)
}

export type Difference = { added: DraftStep[]; removed: DraftStep[]; changed: DraftStep[]; rules: boolean }

export function differenceOf(before: Definition, after: Definition): Difference {
  const oldSteps = new Map(before.steps.map((step) => [step.id, step]))
  const newIds = new Set(after.steps.map(({ id }) => id))
  const rulesOf = ({ trigger, entry, exit, goal, holdout }: Definition) => ({
    trigger,
    entry,
    exit,
    goal,
    holdout,
  })
  return {
    added: after.steps.filter(({ id }) => !oldSteps.has(id)),
    removed: before.steps.filter(({ id }) => !newIds.has(id)),
    changed: after.steps.filter((step) => oldSteps.has(step.id) && !isSame(step, oldSteps.get(step.id))),
    rules: !isSame(rulesOf(before), rulesOf(after)),
  }
}

export const definitionJson = ({ trigger, entry, exit, goal, holdout, steps }: Definition): string =>
  JSON.stringify({ trigger, entry, exit, goal, holdout, steps }, null, 2)
