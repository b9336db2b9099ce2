import { removeMember } from '../../api/accounts/members.ts'
import type { Member } from '../../api/accounts/members.ts'
import { useChange } from '../../app/use-change.ts'
import { ConfirmDialog } from '../../components/overlays/dialog.tsx'
import { memberTexts } from './settings.texts.ts'

const { removing: texts } = memberTexts

type Props = { subject: Member | undefined; onClose: () => void }

export function RemoveMemberDialog({ subject, onClose }: Props) {
  const remove = useChange({
    call: removeMember,
    done: texts.done,
    refreshes: ['/members'],
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      title={texts.title(subject?.name ?? '')}
      description={texts.text}
      submit={texts.submit}
      isOpen={subject !== undefined}
      isBusy={remove.isPending}
      onClose={onClose}
      onConfirm={() => subject && remove.mutate(subject.id)}
    />
  )
}
