import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { listPath, recordPath, apiPathOf } from '../../app/record-path.ts'
import { useProject } from '../../app/use-project.ts'
import { toast } from '../../components/overlays/toast.tsx'
import { deleteDraft } from '../draft/draft-storage.ts'
import type { DraftKind } from '../draft/draft-storage.ts'
import { recordTexts as texts } from './record.texts.ts'

type RecordCalls = {
  kind: DraftKind
  id: string
  duplicate: () => Promise<{ id: string }>
  remove: () => Promise<unknown>
  /** The message shown while the deletion can be undone. */
  deleted: string
}

/** The actions on a record in its list and on its page. */
export function useRecordActions({ kind, id, duplicate: copyOf, remove: removeNow, deleted }: RecordCalls) {
  const { api } = useProject()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: [api.projectId, apiPathOf(kind)] })
  const open = (opened: string) => navigate({ to: recordPath(api.projectId, { kind, id: opened }) })
  const duplicate = useMutation({
    mutationFn: copyOf,
    onSuccess: async (copy) => {
      await open(copy.id)
      await refresh()
    },
    onError: (error) => toast.error(error),
  })
  const commit = async () => {
    try {
      await removeNow()
      deleteDraft(kind, id)
      await refresh()
    } catch (error) {
      toast.error(error)
    }
  }
  const remove = () => {
    void navigate({ to: listPath(api.projectId, kind) })
    toast.undoable(deleted, {
      label: texts.undo,
      commit: () => void commit(),
      onUndo: () => void open(id),
    })
  }
  return { open, refresh, duplicate, remove }
}
