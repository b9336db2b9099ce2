import type { ReactNode } from 'react'
import type { Key } from '../../api/keys.ts'
import { Button } from '../../components/forms/button.tsx'
import { CopyTextButton } from '../../components/copy-button.tsx'
import { DialogActions } from '../../components/overlays/dialog.tsx'
import { KeySamples } from './key-samples.tsx'
import { keys as texts } from './keys.texts.ts'

type NewKeyProps = {
  /** Null if the response came from an earlier, identical request. */
  secret: string | null
  kind: Key['kind']
  onDone: () => void
  children?: ReactNode
}

/** Shows a key, once after it was created. */
export function NewKey({ secret, kind, onDone, children }: NewKeyProps) {
  return (
    <div>
      <p className="mb-3 text-sm text-soft">
        {kind === 'secret' ? texts.shown.text : texts.shown.publicText}
      </p>
      <div className="flex items-center gap-2 rounded-xl border border-line bg-sunken p-2 pl-3">
        <code aria-label={texts.shown.key} className="min-w-0 grow font-mono text-xs break-all">
          {secret}
        </code>
        <CopyTextButton text={secret ?? ''} label={texts.shown.copy} />
      </div>
      {children}
      {kind === 'secret' && secret !== null && (
        <div className="mt-4">
          <KeySamples secret={secret} />
        </div>
      )}
      <DialogActions>
        <Button look="primary" onClick={onDone}>
          {texts.done}
        </Button>
      </DialogActions>
    </div>
  )
}
