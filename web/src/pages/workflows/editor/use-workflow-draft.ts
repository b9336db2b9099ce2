// A workflow while it is edited: a copy of what was read, every change of which can be undone. A save is taken only if nobody
// has saved since, so two tabs, or two people, never overwrite each other without being asked.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ApiError } from '../../../api/client/api-error.ts'
import { saveWorkflow, workflowQuery } from '../../../api/workflows.ts'
import type { Workflow } from '../../../api/workflows.ts'
import { useProject } from '../../../app/use-project.ts'
import { toast } from '../../../components/overlays/toast.tsx'
import { changedFrom, NO_HISTORY, redone, undone } from '../../../components/undo-history.ts'
import type { History, Restored } from '../../../components/undo-history.ts'
import { createDraftStorage, useStoredDraft } from '../../../patterns/draft/draft-storage.ts'
import { changesFrom, isSame } from '../model/changes.ts'
import { draftOf } from '../model/definition.ts'
import type { WorkflowDraft } from '../model/definition.ts'
import { editor as texts } from '../editor.texts.ts'

/** With what it was made from: whether somebody else has changed that is asked after a reload, too. */
type Stored = { base: Workflow; draft: WorkflowDraft }

function isStored(stored: unknown): stored is Stored {
  const one = stored as Stored | null
  return typeof one?.base?.updatedAt === 'string' && Array.isArray(one.draft?.steps)
}

const storage = createDraftStorage('workflow', isStored)

type Work = {
  base: Workflow
  draft: WorkflowDraft
  history: History<WorkflowDraft>
  /** What the last change was about: typing on in one field is undone as one change. */
  topic: string | undefined
}

const fresh = (base: Workflow, draft = draftOf(base)): Work => ({
  base,
  draft,
  history: NO_HISTORY,
  topic: undefined,
})

function begin(workflow: Workflow): { work: Work; isRestored: boolean } {
  const stored = storage.read(workflow.id)
  if (!stored || isSame(stored.draft, draftOf(workflow))) return { work: fresh(workflow), isRestored: false }
  return { work: fresh(stored.base, stored.draft), isRestored: true }
}

const changed = (work: Work, draft: WorkflowDraft, topic: string | undefined): Work => ({
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

export type EditedWorkflow = ReturnType<typeof useWorkflowDraft>

/** `newest` is what the server has; it is asked again from time to time. */
export function useWorkflowDraft(newest: Workflow) {
  const [start] = useState(() => begin(newest))
  const [work, setWork] = useState(start.work)
  const { base, draft } = work
  const saved = useMemo(() => draftOf(base), [base])
  const isDirty = useMemo(() => !isSame(draft, saved), [draft, saved])
  const isNewer = newest.updatedAt > base.updatedAt
  const isOther = isNewer && !isSame(draftOf(newest), saved)
  // Nothing is being edited, or somebody has only switched it on or off: then there is nothing to ask.
  if (isNewer && !(isDirty && isOther)) {
    setWork((old) => ({ ...old, base: newest, draft: isDirty ? old.draft : draftOf(newest) }))
  }
  const stored = useMemo(() => (isDirty ? { base, draft } : undefined), [isDirty, base, draft])
  useStoredDraft(storage, newest.id, stored)
  const save = useSave(work, setWork)
  return {
    base,
    draft,
    saved,
    isDirty,
    isRestored: start.isRestored,
    save,
    /** Saved by somebody else since this was begun. */
    conflict: isDirty && isOther ? newest : undefined,
    canUndo: work.history.past.length > 0,
    canRedo: work.history.future.length > 0,
    /** Changes with the same topic, one after the other, are undone together. */
    change: (next: (draft: WorkflowDraft) => WorkflowDraft, topic?: string) =>
      setWork((old) => changed(old, next(old.draft), topic)),
    undo: () => setWork((old) => restored(old, undone(old.history, old.draft))),
    redo: () => setWork((old) => restored(old, redone(old.history, old.draft))),
    /** The next save goes over what the other one saved. */
    keepMine: () => setWork((old) => ({ ...old, base: newest })),
    takeNewest: () => setWork(fresh(newest)),
  }
}

type Saving = { enabled?: boolean }

function useSave({ base, draft }: Work, setWork: (change: (work: Work) => Work) => void) {
  const { api } = useProject()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ enabled }: Saving) =>
      saveWorkflow(api, base.id, {
        ...changesFrom(draftOf(base), draft),
        ...(enabled !== undefined && { enabled }),
        ifUpdatedAt: base.updatedAt,
      }),
    onSuccess: async (saved, { enabled }) => {
      setWork((work) => ({ ...work, base: saved, draft: work.draft === draft ? draftOf(saved) : work.draft }))
      queryClient.setQueryData(workflowQuery(api, base.id).queryKey, saved)
      toast.good(enabled === undefined ? texts.saved(saved.version) : texts.switched(saved.enabled))
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: [api.projectId, '/workflows'], refetchType: 'none' }),
        queryClient.invalidateQueries({ queryKey: [api.projectId, `/workflows/${base.id}/versions`] }),
      ])
    },
    onError: async (error) => {
      const status = error instanceof ApiError ? error.status : 0
      // What is wrong with fields is shown at the steps.
      if (status === 422) return
      if (status !== 409) return toast.error(error)
      const query = { ...workflowQuery(api, base.id), staleTime: 0 }
      const now = await queryClient.fetchQuery(query).catch(() => undefined)
      // The page itself says that somebody else was faster.
      if (!now || now.updatedAt === base.updatedAt) toast.error(error)
    },
  })
}
