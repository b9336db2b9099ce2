import type { ReactNode } from 'react'
import { createWebhook } from '../../api/connections/webhooks.ts'
import type { SecretWebhook } from '../../api/connections/webhooks.ts'
import { useChange } from '../../app/use-change.ts'
import { NewSecret, SecretDialog } from '../../patterns/secret/secret-dialog.tsx'
import { NEW_WEBHOOK, WebhookForm } from './webhook-form.tsx'
import { webhooks } from './webhooks.texts.ts'

const { form: texts, secret } = webhooks

export function CreateWebhookDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const create = useChange({ call: createWebhook, refreshes: ['/webhooks'], showsError: true })
  const close = () => {
    onClose()
    create.reset()
  }
  return (
    <SecretDialog
      title={texts.title}
      description={texts.text}
      secretTitle={secret.title}
      secret={create.data && <WebhookSecret webhook={create.data} onDone={close} />}
      isOpen={isOpen}
      onClose={close}
      width="wide"
    >
      <WebhookForm
        first={NEW_WEBHOOK}
        submit={texts.submit}
        isBusy={create.isPending}
        error={create.error}
        onSubmit={create.mutate}
        onCancel={close}
      />
    </SecretDialog>
  )
}

type WebhookSecretProps = { webhook: SecretWebhook; onDone: () => void; children?: ReactNode }

export const WebhookSecret = ({ webhook, onDone, children }: WebhookSecretProps) => (
  <NewSecret
    secret={webhook.secret}
    texts={secret}
    text={webhook.secret === null ? secret.gone : secret.text}
    onDone={onDone}
  >
    {children}
  </NewSecret>
)
