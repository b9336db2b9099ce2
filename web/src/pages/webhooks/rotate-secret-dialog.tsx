import { rotateWebhook } from '../../api/webhooks.ts'
import type { Webhook } from '../../api/webhooks.ts'
import { formatExact } from '../../format/time.tsx'
import { RotateDialog } from '../../patterns/secret/rotate-dialog.tsx'
import { WebhookSecret } from './create-webhook-dialog.tsx'
import { webhooks } from './webhooks.texts.ts'

const { rotating: texts, secret } = webhooks

type Props = { webhook: Webhook; isOpen: boolean; onClose: () => void }

export function RotateSecretDialog({ webhook, isOpen, onClose }: Props) {
  return (
    <RotateDialog
      title={texts.title}
      texts={texts}
      secretTitle={secret.title}
      isOpen={isOpen}
      onClose={onClose}
      call={(api, graceSeconds) => rotateWebhook(api, webhook.id, graceSeconds)}
      secretOf={({ answer, graceSeconds, rotatedMs, close }) => (
        <WebhookSecret webhook={answer} onDone={close}>
          <p className="mt-3 text-sm text-soft">
            {graceSeconds === 0
              ? secret.ended
              : secret.until(formatExact(new Date(rotatedMs + graceSeconds * 1000).toISOString()))}
          </p>
        </WebhookSecret>
      )}
    />
  )
}
