import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { rotateKey } from '../../api/keys.ts'
import type { Key } from '../../api/keys.ts'
import { useProject } from '../../app/use-project.ts'
import { Button } from '../../components/forms/button.tsx'
import { Dialog, DialogActions } from '../../components/overlays/dialog.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { formatExact } from '../../format/time.tsx'
import { keys as texts } from './keys.texts.ts'
import { NewKey } from './new-key.tsx'
import { optionsOf } from '../../components/forms/select.tsx'

const GRACES = optionsOf(texts.rotating.graces)
type Grace = (typeof GRACES)[number]['value']

type Props = { subject: Key | undefined; onClose: () => void }

/** Creates a new key; the old one works for the chosen grace period. */
export function RotateKeyDialog({ subject, onClose }: Props) {
  const { api } = useProject()
  const queryClient = useQueryClient()
  const [grace, setGrace] = useState<Grace>('86400')
  const rotate = useMutation({
    mutationFn: (id: string) => rotateKey(api, id, Number(grace)),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [api.projectId, '/keys'] }),
  })
  const created = rotate.data
  const close = () => {
    onClose()
    rotate.reset()
  }
  return (
    <Dialog
      title={created ? texts.shown.title : texts.rotating.title(subject?.name ?? '')}
      description={created ? undefined : texts.rotating.text}
      isOpen={subject !== undefined}
      onClose={close}
      width={created ? 'wide' : 'narrow'}
      isDismissable={created === undefined}
    >
      {created ? (
        <NewKey secret={created.key} kind={created.kind} onDone={close}>
          <p className="mt-3 text-sm text-soft">
            {grace === '0'
              ? texts.shown.oldEnded
              : `${texts.shown.old} ${formatExact(created.replaces.expiresAt)}.`}
          </p>
        </NewKey>
      ) : (
        <div className="flex flex-col gap-4">
          <SelectField label={texts.rotating.grace} value={grace} options={GRACES} onChange={setGrace} />
          {rotate.isError && <ErrorNotice error={rotate.error} />}
          <DialogActions>
            <Button onClick={close}>{texts.cancel}</Button>
            <Button
              look="primary"
              isBusy={rotate.isPending}
              onClick={() => subject && rotate.mutate(subject.id)}
            >
              {texts.rotating.submit}
            </Button>
          </DialogActions>
        </div>
      )}
    </Dialog>
  )
}
