// Keys and other secrets are shown once, when they are created. Closing the dialog by accident would lose the secret.
import type { ComponentProps, ReactNode } from 'react'
import { CopyTextButton } from '../../components/copy-button.tsx'
import { Button } from '../../components/forms/button.tsx'
import { Dialog, DialogActions } from '../../components/overlays/dialog.tsx'

type SecretDialogProps = ComponentProps<typeof Dialog> & {
  secretTitle: string
  /** `NewSecret`, instead of the form. */
  secret: ReactNode
}

/** A form that creates a secret, then the secret. */
export function SecretDialog({ secretTitle, secret, children, ...form }: SecretDialogProps) {
  if (secret === undefined) return <Dialog {...form}>{children}</Dialog>
  return (
    <Dialog
      title={secretTitle}
      isOpen={form.isOpen}
      onClose={form.onClose}
      width="wide"
      isDismissable={false}
    >
      {secret}
    </Dialog>
  )
}

type NewSecretProps = {
  /** Null if the response came from an earlier, identical request. */
  secret: string | null
  texts: { label: string; copy: string; done: string }
  text: string
  onDone: () => void
  children?: ReactNode
}

export function NewSecret({ secret, texts, text, onDone, children }: NewSecretProps) {
  return (
    <div>
      <p className="mb-3 text-sm text-soft">{text}</p>
      {secret !== null && (
        <div className="flex items-center gap-2 rounded-xl border border-line bg-sunken p-2 pl-3">
          <code aria-label={texts.label} className="min-w-0 grow font-mono text-xs break-all">
            {secret}
          </code>
          <CopyTextButton text={secret} label={texts.copy} />
        </div>
      )}
      {children}
      <DialogActions>
        <Button look="primary" onClick={onDone}>
          {texts.done}
        </Button>
      </DialogActions>
    </div>
  )
}
