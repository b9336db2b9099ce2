// A workflow being edited, with undo. A save is rejected if somebody else has saved since, so two tabs or two people never
// overwrite each other without being asked.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ApiError } from '../../../api/client/api-error.ts'
import { saveWorkflow, workflowQuery } from '../../../api/sending/workflows.ts'
import type { Workflow } from '../../../api/sending/workflows.ts'
import { useProject } from '../../../app/use-project.ts'
import { toast } from '../../../components/overlays/toast.tsx'
import type { SetDraft } from '../../../patterns/draft/record-draft.ts'
import { useRecordDraft } from '../../../patterns/draft/use-record-draft.ts'
import { changesFrom } from '../model/changes.ts'
import { draftOf } from '../model/definition.ts'
import type { WorkflowDraft } from '../model/definition.ts'
import { editor as texts } from '../editor.texts.ts'
import { changeDraft, redoChange, undoChange, workflowDrafts } from './workflow-draft.ts'
import type { UndoableDraft } from './workflow-draft.ts'

export type EditedWorkflow = ReturnType<typeof useWorkflowDraft>

/** `newest` is the workflow on the server, which is polled. */
export function useWorkflowDraft(newest: Workflow) {
  const edited = useRecordDraft(workflowDrafts, { id: newest.id, newest, first: newest })
  const { draft, setDraft, base, fields } = edited
  const saved = useMemo(() => draftOf(base), [base])
  return {
    ...edited,
    draft: fields,
    saved,
    save: useSave(draft, setDraft),
    /** Successive changes with the same topic are undone together. */
    change: (next: (draft: WorkflowDraft) => WorkflowDraft, topic?: string) =>
      setDraft((old) => changeDraft(old, next(old.fields), topic)),
    /** Undefined if there is nothing to undo, or to redo. */
    undo: draft.history.past.length > 0 ? () => setDraft(undoChange) : undefined,
    redo: draft.history.future.length > 0 ? () => setDraft(redoChange) : undefined,
  }
}

function useSave({ base, fields }: UndoableDraft, setDraft: SetDraft<UndoableDraft>) {
  const { api } = useProject()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ enabled }: { enabled?: boolean }) =>
      saveWorkflow(api, base.id, {
        ...changesFrom(draftOf(base), fields),
        ...(enabled !== undefined && { enabled }),
        ifUpdatedAt: base.updatedAt,
      }),
    onSuccess: async (saved, { enabled }) => {
      setDraft((draft) => workflowDrafts.afterSave(draft, { sent: fields, saved }))
      queryClient.setQueryData(workflowQuery(api, base.id).queryKey, saved)
      toast.good(enabled === undefined ? texts.saved(saved.version) : texts.switched(saved.enabled))
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: [api.projectId, '/workflows'], refetchType: 'none' }),
        queryClient.invalidateQueries({ queryKey: [api.projectId, `/workflows/${base.id}/versions`] }),
      ])
    },
    onError: async (error) => {
      const status = error instanceof ApiError ? error.status : 0
      // Invalid fields are shown at the steps.
      if (status === 422) return
      if (status !== 409) return toast.error(error)
      const query = { ...workflowQuery(api, base.id), staleTime: 0 }
      const now = await queryClient.fetchQuery(query).catch(() => undefined)
      // The page shows the conflict if somebody else has saved.
      if (!now || now.updatedAt === base.updatedAt) toast.error(error)
    },
  })
}
