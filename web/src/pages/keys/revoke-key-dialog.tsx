import { useMutation, useQueryClient } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { revokeKey } from '../../api/keys.ts'
import type { Key } from '../../api/keys.ts'
import { useProject } from '../../app/use-project.ts'
import { Button } from '../../components/forms/button.tsx'
import { Dialog, DialogActions } from '../../components/overlays/dialog.tsx'
import { Time } from '../../format/time.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { keys as texts } from './keys.texts.ts'

type Props = { subject: Key | undefined; onClose: () => void }

export function RevokeKeyDialog({ subject, onClose }: Props) {
  const { api } = useProject()
  const queryClient = useQueryClient()
  const revoke = useMutation({
    mutationFn: (id: string) => revokeKey(api, id),
    onSuccess: async () => {
      onClose()
      toast.good(texts.revoking.done)
      await queryClient.invalidateQueries({ queryKey: [api.projectId, '/keys'] })
    },
    onError: (error) => toast.error(error),
  })
  return (
    <Dialog
      title={texts.revoking.title(subject?.name ?? '')}
      description={texts.revoking.text}
      isOpen={subject !== undefined}
      onClose={onClose}
    >
      {subject && <LastUse of={subject} />}
      <DialogActions>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button look="destroy" isBusy={revoke.isPending} onClick={() => subject && revoke.mutate(subject.id)}>
          {texts.revoking.submit}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function LastUse({ of: { lastUsedAt } }: { of: Key }) {
  if (lastUsedAt === null) return <p className="text-sm text-soft">{texts.revoking.unused}</p>
  return (
    <p className="flex items-start gap-2.5 rounded-xl bg-warn-soft p-3 text-sm text-warn">
      <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
      <span>
        <strong className="block font-medium">
          {texts.revoking.used} <Time at={lastUsedAt} />
        </strong>
        {texts.revoking.usedText}
      </span>
    </p>
  )
}
