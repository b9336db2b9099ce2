import { removeSuppression } from '../../api/suppressions.ts'
import type { Suppression } from '../../api/suppressions.ts'
import { useChange } from '../../app/use-change.ts'
import { ConfirmDialog } from '../../components/overlays/dialog.tsx'
import { suppressions } from './suppressions.texts.ts'

const { removing: texts, warnings } = suppressions

type Props = { subject: Suppression | undefined; onClose: () => void }

/** Warns by reason: most addresses are suppressed for a good one. */
export function RemoveSuppressionDialog({ subject, onClose }: Props) {
  const remove = useChange({
    call: removeSuppression,
    done: texts.done,
    refreshes: ['/suppressions'],
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      title={texts.title(subject?.email ?? '')}
      description={subject && warnings[subject.reason]}
      cancel={texts.cancel}
      submit={texts.submit}
      look={subject?.reason === 'manual' ? 'primary' : 'destroy'}
      isOpen={subject !== undefined}
      isBusy={remove.isPending}
      onClose={onClose}
      onConfirm={() => subject && remove.mutate(subject.id)}
    />
  )
}
