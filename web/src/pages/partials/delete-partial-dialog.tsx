import { deletePartial } from '../../api/content/partials.ts'
import type { Partial } from '../../api/content/partials.ts'
import { DeleteDialog } from '../../patterns/record/delete-dialog.tsx'
import { UseList } from '../../patterns/uses/uses.tsx'
import { partialTexts } from './partials.texts.ts'

const { deleting: texts } = partialTexts

type Props = { partial: Partial; isOpen: boolean; onClose: () => void }

/** Shows what uses the partial. */
export const DeletePartialDialog = ({ partial, ...dialog }: Props) => (
  <DeleteDialog
    {...dialog}
    kind="partial"
    record={partial}
    texts={texts}
    remove={deletePartial}
    isBlocked={partial.usedBy.length > 0}
  >
    <UseList text={texts.blocked} hint={texts.blockedHint} uses={partial.usedBy} />
  </DeleteDialog>
)
