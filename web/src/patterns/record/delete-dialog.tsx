import type { ReactNode } from 'react'
import type { ProjectApi } from '../../api/client/client.ts'
import type { RecordKind } from '../../app/record-path.ts'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { ConfirmDialog } from '../../components/overlays/dialog.tsx'
import { deleteDraft } from '../draft/draft-storage.ts'
import type { DraftKind } from '../draft/draft-storage.ts'
import { useDelete } from './use-record-actions.ts'

type DeleteDialogProps = {
  kind: RecordKind & DraftKind
  record: { id: string; name: string }
  texts: { title: (name: string) => string; text: string; cancel: string; submit: string; done: string }
  remove: (api: ProjectApi, id: string) => Promise<unknown>
  /** Something else needs the record; the server decides. */
  isBlocked?: boolean
  isOpen: boolean
  onClose: () => void
  /** The list of what uses the record. */
  children?: ReactNode
}

/** Asks before a record is deleted with its unsaved changes, and shows why the server refuses. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { kind, record, texts, remove: call, isBlocked = false, isOpen, onClose, children } = props
  const { id, name } = record
  const remove = useDelete({
    kind,
    id,
    remove: async (api) => {
      await call(api, id)
      deleteDraft(kind, id)
    },
    deleted: texts.done,
    showsError: true,
  })
  return (
    <ConfirmDialog
      title={texts.title(name)}
      description={texts.text}
      cancel={texts.cancel}
      submit={texts.submit}
      isOpen={isOpen}
      isBusy={remove.isPending}
      isDisabled={isBlocked}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
    >
      <div className="flex flex-col gap-4 empty:hidden">
        {children}
        {remove.isError && <ErrorNotice error={remove.error} />}
      </div>
    </ConfirmDialog>
  )
}
