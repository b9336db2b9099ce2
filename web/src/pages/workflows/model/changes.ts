// The changes that a save sends, and the difference between two definitions.
import type { z } from 'zod'
import type { WorkflowPatch } from '../../../../../src/features/workflows/workflows.schema.ts'
import type { Definition, DraftStep, WorkflowDraft } from './definition.ts'
import { toPatch } from './problems.ts'

export const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)

/** Only changed fields: a deleted template must not block a change of the name. */
export function changesFrom(before: WorkflowDraft, draft: WorkflowDraft): z.input<typeof WorkflowPatch> {
  const was = toPatch(before)
  const changed = Object.entries(toPatch(draft)).filter(
    ([part, value]) => !isSame(value, was[part as keyof typeof was]),
  )
  return Object.fromEntries(changed)
}

export type Difference = { added: DraftStep[]; removed: DraftStep[]; changed: DraftStep[]; rules: boolean }

export function differenceOf(before: Definition, after: Definition): Difference {
  const was = new Map(before.steps.map((step) => [step.id, step]))
  const is = new Map(after.steps.map((step) => [step.id, step]))
  const rulesOf = ({ trigger, entry, exit }: Definition) => ({ trigger, entry, exit })
  return {
    added: after.steps.filter(({ id }) => !was.has(id)),
    removed: before.steps.filter(({ id }) => !is.has(id)),
    changed: after.steps.filter(({ id, ...step }) => {
      const old = was.get(id)
      return old !== undefined && !isSame({ id, ...step }, old)
    }),
    rules: !isSame(rulesOf(before), rulesOf(after)),
  }
}

export const definitionJson = ({ trigger, entry, exit, steps }: Definition): string =>
  JSON.stringify({ trigger, entry, exit, steps }, null, 2)
