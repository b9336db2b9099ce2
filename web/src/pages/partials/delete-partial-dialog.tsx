import { deletePartial } from '../../api/content/partials.ts'
import type { Partial } from '../../api/content/partials.ts'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { ConfirmDialog } from '../../components/overlays/dialog.tsx'
import { deleteDraft } from '../../patterns/draft/draft-storage.ts'
import { useDelete } from '../../patterns/record/use-record-actions.ts'
import { UseList } from '../../patterns/uses/uses.tsx'
import { partialTexts } from './partials.texts.ts'

const { deleting: texts } = partialTexts

type Props = { partial: Partial; isOpen: boolean; onClose: () => void }

/** Shows what uses the partial; the server decides. */
export function DeletePartialDialog({ partial: { id, name, usedBy }, isOpen, onClose }: Props) {
  const remove = useDelete({
    kind: 'partial',
    id,
    remove: async (api) => {
      await deletePartial(api, id)
      deleteDraft('partial', id)
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
      isDisabled={usedBy.length > 0}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
    >
      <UseList text={texts.blocked} hint={texts.blockedHint} uses={usedBy} />
      {remove.isError && <ErrorNotice error={remove.error} />}
    </ConfirmDialog>
  )
}
