// A workflow while it is edited: a copy of what was read, every change of which can be undone. A save is taken only if nobody
// has saved since, so two tabs, or two people, never overwrite each other without being asked.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ApiError } from '../../../api/client/api-error.ts'
import { saveWorkflow, workflowQuery } from '../../../api/workflows.ts'
import type { Workflow } from '../../../api/workflows.ts'
import { useProject } from '../../../app/use-project.ts'
import { toast } from '../../../components/overlays/toast.tsx'
import { createDraftStorage, useStoredDraft } from '../../../patterns/draft/draft-storage.ts'
import { changesFrom } from '../model/changes.ts'
import { draftOf } from '../model/definition.ts'
import type { WorkflowDraft } from '../model/definition.ts'
import { editor as texts } from '../editor.texts.ts'
import { afterSave, begin, changedWork, compare, redoneWork, undoneWork, workOn } from './workflow-draft.ts'
import type { StoredWork, Work } from './workflow-draft.ts'

function isStored(stored: unknown): stored is StoredWork {
  const one = stored as StoredWork | null
  return typeof one?.base?.updatedAt === 'string' && Array.isArray(one.draft?.steps)
}

const storage = createDraftStorage('workflow', isStored)

export type EditedWorkflow = ReturnType<typeof useWorkflowDraft>

/** `newest` is what the server has; it is asked again from time to time. */
export function useWorkflowDraft(newest: Workflow) {
  const [start] = useState(() => begin(newest, storage.read(newest.id)))
  const [work, setWork] = useState(start.work)
  const { base, draft } = work
  const saved = useMemo(() => draftOf(base), [base])
  const { isDirty, conflict, followed } = useMemo(() => compare(work, newest), [work, newest])
  if (followed !== work) setWork(followed)
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
    conflict,
    canUndo: work.history.past.length > 0,
    canRedo: work.history.future.length > 0,
    /** Changes with the same topic, one after the other, are undone together. */
    change: (next: (draft: WorkflowDraft) => WorkflowDraft, topic?: string) =>
      setWork((old) => changedWork(old, next(old.draft), topic)),
    undo: () => setWork(undoneWork),
    redo: () => setWork(redoneWork),
    /** The next save goes over what the other one saved. */
    keepMine: () => setWork((old) => ({ ...old, base: newest })),
    takeNewest: () => setWork(workOn(newest)),
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
      setWork((work) => afterSave(work, { sent: draft, saved }))
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
