import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { rotateWebhook } from '../../api/webhooks.ts'
import type { Webhook } from '../../api/webhooks.ts'
import { useProject } from '../../app/use-project.ts'
import { Button } from '../../components/forms/button.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { Dialog, DialogActions } from '../../components/overlays/dialog.tsx'
import { formatExact } from '../../format/time.tsx'
import { NewSecret } from './new-secret.tsx'
import { webhooks } from './webhooks.texts.ts'
import { optionsOf } from '../../components/forms/select.tsx'

const texts = webhooks.rotating

const GRACES = optionsOf(texts.graces)
type Grace = (typeof GRACES)[number]['value']

type Props = { webhook: Webhook; isOpen: boolean; onClose: () => void }

/** Creates a new secret; the old one verifies requests for the chosen grace period. */
export function RotateSecretDialog({ webhook, isOpen, onClose }: Props) {
  const { api } = useProject()
  const [grace, setGrace] = useState<Grace>('86400')
  const rotate = useMutation({ mutationFn: () => rotateWebhook(api, webhook.id, Number(grace)) })
  const created = rotate.data
  const close = () => {
    onClose()
    rotate.reset()
  }
  return (
    <Dialog
      title={created ? webhooks.secret.title : texts.title}
      description={created ? undefined : texts.text}
      isOpen={isOpen}
      onClose={close}
      width={created ? 'wide' : 'narrow'}
      isDismissable={created === undefined}
    >
      {created ? (
        <NewSecret webhook={created} onDone={close} note={noteOf(Number(grace), rotate.submittedAt)} />
      ) : (
        <div className="flex flex-col gap-4">
          <SelectField label={texts.grace} value={grace} options={GRACES} onChange={setGrace} />
          {rotate.isError && <ErrorNotice error={rotate.error} />}
          <DialogActions>
            <Button onClick={close}>{webhooks.cancel}</Button>
            <Button look="primary" isBusy={rotate.isPending} onClick={() => rotate.mutate()}>
              {texts.submit}
            </Button>
          </DialogActions>
        </div>
      )}
    </Dialog>
  )
}

const noteOf = (graceSeconds: number, rotatedMs: number): string =>
  graceSeconds === 0
    ? webhooks.secret.ended
    : webhooks.secret.until(formatExact(new Date(rotatedMs + graceSeconds * 1000).toISOString()))
