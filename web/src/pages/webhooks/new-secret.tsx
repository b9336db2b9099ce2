import type { SecretWebhook } from '../../api/webhooks.ts'
import { CopyTextButton } from '../../components/copy-button.tsx'
import { Button } from '../../components/forms/button.tsx'
import { DialogActions } from '../../components/overlays/dialog.tsx'
import { webhooks } from './webhooks.texts.ts'

const texts = webhooks.secret

type NewSecretProps = {
  webhook: SecretWebhook
  onDone: () => void
  /** Says how long the old secret works. */
  note?: string
}

/** Shows a secret, once after it was created. */
export function NewSecret({ webhook: { secret }, onDone, note }: NewSecretProps) {
  return (
    <div>
      <p className="mb-3 text-sm text-soft">{secret === null ? texts.gone : texts.text}</p>
      {secret !== null && (
        <div className="flex items-center gap-2 rounded-xl border border-line bg-sunken p-2 pl-3">
          <code aria-label={texts.label} className="min-w-0 grow font-mono text-xs break-all">
            {secret}
          </code>
          <CopyTextButton text={secret} label={texts.copy} />
        </div>
      )}
      {note !== undefined && <p className="mt-3 text-sm text-soft">{note}</p>}
      <DialogActions>
        <Button look="primary" onClick={onDone}>
          {texts.done}
        </Button>
      </DialogActions>
    </div>
  )
}
