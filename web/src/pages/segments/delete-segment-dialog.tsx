import { deleteSegment } from '../../api/audience/segments.ts'
import type { UsedSegment } from '../../api/audience/segments.ts'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { ConfirmDialog } from '../../components/overlays/dialog.tsx'
import { deleteDraft } from '../../patterns/draft/draft-storage.ts'
import { useDelete } from '../../patterns/record/use-record-actions.ts'
import { UseList } from '../../patterns/uses/uses.tsx'
import { segments } from './segments.texts.ts'

const texts = segments.deleting

type Props = { segment: UsedSegment; isOpen: boolean; onClose: () => void }

/** Shows what uses the segment; the server decides. */
export function DeleteSegmentDialog({ segment, isOpen, onClose }: Props) {
  const { id, name } = segment
  const remove = useDelete({
    kind: 'segment',
    id,
    remove: async (api) => {
      await deleteSegment(api, id)
      deleteDraft('segment', id)
    },
    deleted: texts.done,
    showsError: true,
  })
  const blocking = segment.usedBy.filter(({ kind }) => kind !== 'segment')
  const breaking = segment.usedBy.filter(({ kind }) => kind === 'segment')
  return (
    <ConfirmDialog
      title={texts.title(name)}
      description={texts.text}
      cancel={texts.cancel}
      submit={texts.submit}
      isOpen={isOpen}
      isBusy={remove.isPending}
      isDisabled={blocking.length > 0}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
    >
      <div className="flex flex-col gap-4">
        <UseList text={texts.blocked} hint={texts.blockedHint} uses={blocking} />
        <UseList text={texts.breaks} uses={breaking} />
        {remove.isError && <ErrorNotice error={remove.error} />}
      </div>
    </ConfirmDialog>
  )
}
