import type { ReactNode } from 'react'
import type { Key } from '../../api/project/keys.ts'
import { NewSecret } from '../../patterns/secret/secret-dialog.tsx'
import { KeySamples } from './key-samples.tsx'
import { keys } from './keys.texts.ts'

const { shown: texts } = keys

type NewKeyProps = { secret: string | null; kind: Key['kind']; onDone: () => void; children?: ReactNode }

export function NewKey({ secret, kind, onDone, children }: NewKeyProps) {
  return (
    <NewSecret
      secret={secret}
      texts={texts}
      text={kind === 'secret' ? texts.text : texts.publicText}
      onDone={onDone}
    >
      {children}
      {kind === 'secret' && secret !== null && (
        <div className="mt-4">
          <KeySamples secret={secret} />
        </div>
      )}
    </NewSecret>
  )
}
