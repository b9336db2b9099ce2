import { useMutation, useQueryClient } from '@tanstack/react-query'
import { removeMember } from '../../api/accounts/members.ts'
import type { Member } from '../../api/accounts/members.ts'
import { useProject } from '../../app/use-project.ts'
import { Button } from '../../components/forms/button.tsx'
import { Dialog, DialogActions } from '../../components/overlays/dialog.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { memberTexts as texts } from './settings.texts.ts'

type Props = { subject: Member | undefined; onClose: () => void }

export function RemoveMemberDialog({ subject, onClose }: Props) {
  const { api } = useProject()
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: (id: string) => removeMember(api, id),
    onSuccess: async () => {
      onClose()
      toast.good(texts.removing.done)
      await queryClient.invalidateQueries({ queryKey: [api.projectId, '/members'] })
    },
    onError: (error) => toast.error(error),
  })
  return (
    <Dialog
      title={texts.removing.title(subject?.name ?? '')}
      description={texts.removing.text}
      isOpen={subject !== undefined}
      onClose={onClose}
    >
      <DialogActions>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button look="destroy" isBusy={remove.isPending} onClick={() => subject && remove.mutate(subject.id)}>
          {texts.removing.submit}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
