// What becomes of a workflow while it is edited: what it begins with, its changes and their undoing, and what a change elsewhere
// means. Pure.
import type { Workflow } from '../../../api/workflows.ts'
import { changedFrom, NO_HISTORY, redone, undone } from '../../../hooks/undo-history.ts'
import type { History, Restored } from '../../../hooks/undo-history.ts'
import { isSame } from '../model/changes.ts'
import { draftOf } from '../model/definition.ts'
import type { WorkflowDraft } from '../model/definition.ts'
import type { Comparison } from '../../../patterns/draft/record-draft.ts'

/** With what it was made from: whether somebody else has changed that is asked after a reload, too. */
export type StoredWork = { base: Workflow; draft: WorkflowDraft }

export type Work = {
  base: Workflow
  draft: WorkflowDraft
  history: History<WorkflowDraft>
  /** What the last change was about: typing on in one field is undone as one change. */
  topic: string | undefined
}

export const workOn = (base: Workflow, draft = draftOf(base)): Work => ({
  base,
  draft,
  history: NO_HISTORY,
  topic: undefined,
})

/** `stored` is what the browser has kept of an earlier visit. */
export function begin(
  workflow: Workflow,
  stored: StoredWork | undefined,
): { work: Work; isRestored: boolean } {
  if (!stored || isSame(stored.draft, draftOf(workflow))) return { work: workOn(workflow), isRestored: false }
  return { work: workOn(stored.base, stored.draft), isRestored: true }
}

/** Changes with the same topic, one after the other, are undone together. */
export const changedWork = (work: Work, draft: WorkflowDraft, topic: string | undefined): Work => ({
  ...work,
  draft,
  history: changedFrom(work.history, {
    value: work.draft,
    isSameStep: topic !== undefined && topic === work.topic,
  }),
  topic,
})

const restored = (work: Work, step: Restored<WorkflowDraft> | undefined): Work =>
  step ? { ...work, draft: step.value, history: step.history, topic: undefined } : work

export const undoneWork = (work: Work): Work => restored(work, undone(work.history, work.draft))
export const redoneWork = (work: Work): Work => restored(work, redone(work.history, work.draft))

export function compare(work: Work, newest: Workflow): Comparison<Workflow, Work> {
  const { base, draft } = work
  const saved = draftOf(base)
  const isDirty = !isSame(draft, saved)
  if (newest.updatedAt <= base.updatedAt) return { isDirty, conflict: undefined, followed: work }
  if (isDirty && !isSame(draftOf(newest), saved)) return { isDirty, conflict: newest, followed: work }
  // Nothing is being edited, or somebody has only switched it on or off: then there is nothing to ask.
  const followed = { ...work, base: newest, draft: isDirty ? draft : draftOf(newest) }
  return { isDirty, conflict: undefined, followed }
}

/** What was changed while the save was under way stays. */
export const afterSave = (work: Work, { sent, saved }: { sent: WorkflowDraft; saved: Workflow }): Work => ({
  ...work,
  base: saved,
  draft: work.draft === sent ? draftOf(saved) : work.draft,
})
