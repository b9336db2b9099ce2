import { deleteSegment } from '../../api/audience/segments.ts'
import type { UsedSegment } from '../../api/audience/segments.ts'
import { DeleteDialog } from '../../patterns/record/delete-dialog.tsx'
import { UseList } from '../../patterns/uses/uses.tsx'
import { segments } from './segments.texts.ts'

const texts = segments.deleting

type Props = { segment: UsedSegment; isOpen: boolean; onClose: () => void }

/** Shows what uses the segment. */
export function DeleteSegmentDialog({ segment, ...dialog }: Props) {
  const blocking = segment.usedBy.filter(({ kind }) => kind !== 'segment')
  const breaking = segment.usedBy.filter(({ kind }) => kind === 'segment')
  return (
    <DeleteDialog
      {...dialog}
      kind="segment"
      record={segment}
      texts={texts}
      remove={deleteSegment}
      isBlocked={blocking.length > 0}
    >
      <UseList text={texts.blocked} hint={texts.blockedHint} uses={blocking} />
      <UseList text={texts.breaks} uses={breaking} />
    </DeleteDialog>
  )
}
