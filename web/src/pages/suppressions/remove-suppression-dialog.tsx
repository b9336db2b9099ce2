import { useMutation, useQueryClient } from '@tanstack/react-query'
import { removeSuppression } from '../../api/suppressions.ts'
import type { Suppression } from '../../api/suppressions.ts'
import { useProject } from '../../app/use-project.ts'
import { Button } from '../../components/forms/button.tsx'
import { Dialog, DialogActions } from '../../components/overlays/dialog.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { suppressions as texts } from './suppressions.texts.ts'

type Props = { subject: Suppression | undefined; onClose: () => void }

/** Warns by reason: most addresses are suppressed for a good one. */
export function RemoveSuppressionDialog({ subject, onClose }: Props) {
  const { api } = useProject()
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: (id: string) => removeSuppression(api, id),
    onSuccess: async () => {
      onClose()
      toast.good(texts.removing.done)
      await queryClient.invalidateQueries({ queryKey: [api.projectId, '/suppressions'] })
    },
    onError: (error) => toast.error(error),
  })
  return (
    <Dialog
      title={texts.removing.title(subject?.email ?? '')}
      description={subject && texts.warnings[subject.reason]}
      isOpen={subject !== undefined}
      onClose={onClose}
    >
      <DialogActions>
        <Button onClick={onClose}>{texts.removing.cancel}</Button>
        <Button
          look={subject?.reason === 'manual' ? 'primary' : 'destroy'}
          isBusy={remove.isPending}
          onClick={() => subject && remove.mutate(subject.id)}
        >
          {texts.removing.submit}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
