// The draft of a workflow, with undo. Pure.
import type { Workflow } from '../../../api/sending/workflows.ts'
import { recordChange, NO_HISTORY, redoStep, undoStep } from '../../../hooks/undo-history.ts'
import type { History, RestoredValue } from '../../../hooks/undo-history.ts'
import { createDraftStorage } from '../../../patterns/draft/draft-storage.ts'
import { recordDrafts } from '../../../patterns/draft/record-draft.ts'
import { isSame } from '../model/changes.ts'
import { draftOf } from '../model/definition.ts'
import type { WorkflowDraft } from '../model/definition.ts'

/** `base` is the workflow the draft was begun on, to detect conflicts after a reload. */
type StoredWorkflow = { base: Workflow; draft: WorkflowDraft }

function isStored(stored: unknown): stored is StoredWorkflow {
  const one = stored as StoredWorkflow | null
  return typeof one?.base?.updatedAt === 'string' && Array.isArray(one.draft?.steps)
}

type Changes = {
  history: History<WorkflowDraft>
  /** The field of the last change: typing on in one field is undone as one change. */
  topic: string | undefined
}

const NO_CHANGES: Changes = { history: NO_HISTORY, topic: undefined }

/** Switching a workflow on or off elsewhere does not conflict with the draft. */
export const workflowDrafts = recordDrafts({
  storage: createDraftStorage('workflow', isStored),
  fieldsOf: draftOf,
  isSame: (one: WorkflowDraft, other: WorkflowDraft) => isSame(one, other),
  revisionOf: ({ updatedAt }: Workflow) => updatedAt,
  store: ({ base, fields }) => ({ base, draft: fields }),
  restore: ({ base, draft }) => ({ base, fields: draft }),
  storesBase: true,
  extra: NO_CHANGES,
})

export type UndoableDraft = ReturnType<typeof workflowDrafts.draftOn>

/** Successive changes with the same topic are undone together. */
export const changeDraft = (
  draft: UndoableDraft,
  fields: WorkflowDraft,
  topic: string | undefined,
): UndoableDraft => ({
  ...draft,
  fields,
  history: recordChange(draft.history, {
    value: draft.fields,
    isSameStep: topic !== undefined && topic === draft.topic,
  }),
  topic,
})

const restored = (draft: UndoableDraft, step: RestoredValue<WorkflowDraft> | undefined): UndoableDraft =>
  step ? { ...draft, fields: step.value, history: step.history, topic: undefined } : draft

export const undoChange = (draft: UndoableDraft) => restored(draft, undoStep(draft.history, draft.fields))
export const redoChange = (draft: UndoableDraft) => restored(draft, redoStep(draft.history, draft.fields))
