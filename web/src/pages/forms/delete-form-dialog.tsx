import { deleteForm } from '../../api/audience/forms.ts'
import type { Form } from '../../api/audience/forms.ts'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { ConfirmDialog } from '../../components/overlays/dialog.tsx'
import { deleteDraft } from '../../patterns/draft/draft-storage.ts'
import { useDelete } from '../../patterns/record/use-record-actions.ts'
import { forms } from './forms.texts.ts'

const { deleting: texts } = forms

type Props = { form: Form; isOpen: boolean; onClose: () => void }

export function DeleteFormDialog({ form: { id, name }, isOpen, onClose }: Props) {
  const remove = useDelete({
    kind: 'form',
    id,
    remove: async (api) => {
      await deleteForm(api, id)
      deleteDraft('form', id)
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
      onClose={onClose}
      onConfirm={() => remove.mutate()}
    >
      {remove.isError && <ErrorNotice error={remove.error} />}
    </ConfirmDialog>
  )
}
