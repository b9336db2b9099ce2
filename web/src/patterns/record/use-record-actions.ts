import { useQueryClient } from '@tanstack/react-query'
import type { ProjectApi } from '../../api/client/client.ts'
import { useRecordPages } from '../../app/record-link.tsx'
import { apiPathOf } from '../../app/record-path.ts'
import type { RecordKind } from '../../app/record-path.ts'
import { useChange } from '../../app/use-change.ts'
import { useProject } from '../../app/use-project.ts'
import { toast } from '../../components/overlays/toast.tsx'
import { hideRow } from '../list/hidden-rows.ts'
import { deleteDraft } from '../draft/draft-storage.ts'
import type { DraftKind } from '../draft/draft-storage.ts'
import { recordTexts as texts } from './record.texts.ts'

type Deletion = {
  kind: RecordKind
  id: string
  remove: (api: ProjectApi) => Promise<unknown>
  /** The message, shown while the deletion can be undone. */
  deleted: string
}

/** Deletes when the undo message disappears, instead of asking for confirmation. */
export function useUndoableDelete({ kind, id, remove, deleted }: Deletion): () => void {
  const { open, openList } = useRecordPages()
  const commit = useChange({ call: remove, refreshes: [apiPathOf(kind)] })
  /** The record is shown again if the server refuses; otherwise the refreshed list has it no more. */
  const finish = async (show: () => void) => {
    // The change itself shows its error.
    await commit.mutateAsync().catch(() => undefined)
    show()
  }
  return () => {
    const show = hideRow(id)
    void openList(kind)
    toast.undoable(deleted, {
      label: texts.undo,
      commit: () => void finish(show),
      onUndo: () => {
        show()
        void open(kind, id)
      },
    })
  }
}

/** Deletes after a confirmation, and leads to the list. */
export function useDelete({
  kind,
  id,
  remove,
  deleted,
  showsError = false,
}: Deletion & { showsError?: boolean }) {
  const { api } = useProject()
  const queryClient = useQueryClient()
  const { openList } = useRecordPages()
  const path = apiPathOf(kind)
  return useChange({
    call: remove,
    done: deleted,
    refreshes: [path],
    showsError,
    onSuccess: async () => {
      await openList(kind)
      queryClient.removeQueries({ queryKey: [api.projectId, path, id] })
    },
  })
}

type RecordCalls = Deletion & { kind: DraftKind; duplicate: (api: ProjectApi) => Promise<{ id: string }> }

export function useRecordActions({ duplicate, ...deletion }: RecordCalls) {
  const { kind, id, remove } = deletion
  const { open } = useRecordPages()
  return {
    duplicate: useChange({
      call: duplicate,
      refreshes: [apiPathOf(kind)],
      onSuccess: (copy) => open(kind, copy.id),
    }),
    remove: useUndoableDelete({
      ...deletion,
      remove: async (api) => {
        await remove(api)
        deleteDraft(kind, id)
      },
    }),
  }
}
