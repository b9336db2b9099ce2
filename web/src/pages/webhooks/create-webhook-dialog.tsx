import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createWebhook } from '../../api/webhooks.ts'
import type { SecretWebhook } from '../../api/webhooks.ts'
import { useProject } from '../../app/use-project.ts'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { NewSecret } from './new-secret.tsx'
import { NEW_WEBHOOK, WebhookForm } from './webhook-form.tsx'
import { webhooks as texts } from './webhooks.texts.ts'

type Props = { isOpen: boolean; onClose: () => void }

export function CreateWebhookDialog({ isOpen, onClose }: Props) {
  const { api } = useProject()
  const queryClient = useQueryClient()
  const [created, setCreated] = useState<SecretWebhook>()
  const create = useMutation({
    mutationFn: (webhook: Parameters<typeof createWebhook>[1]) => createWebhook(api, webhook),
    onSuccess: (webhook) => {
      setCreated(webhook)
      return queryClient.invalidateQueries({ queryKey: [api.projectId, '/webhooks'] })
    },
  })
  const close = () => {
    onClose()
    setCreated(undefined)
    create.reset()
  }
  return (
    <Dialog
      title={created ? texts.secret.title : texts.form.title}
      description={created ? undefined : texts.form.text}
      isOpen={isOpen}
      onClose={close}
      width="wide"
      // Closing the dialog by accident would lose the secret.
      isDismissable={created === undefined}
    >
      {created ? (
        <NewSecret webhook={created} onDone={close} />
      ) : (
        <WebhookForm
          first={NEW_WEBHOOK}
          submit={texts.form.submit}
          isBusy={create.isPending}
          error={create.error}
          onSubmit={(webhook) => create.mutate(webhook)}
          onCancel={close}
        />
      )}
    </Dialog>
  )
}
