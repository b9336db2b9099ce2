import { rotateKey } from '../../api/keys.ts'
import type { Key } from '../../api/keys.ts'
import { formatExact } from '../../format/time.tsx'
import { RotateDialog } from '../../patterns/secret/rotate-dialog.tsx'
import { keys as texts } from './keys.texts.ts'
import { NewKey } from './new-key.tsx'

type Props = { subject: Key | undefined; onClose: () => void }

export function RotateKeyDialog({ subject, onClose }: Props) {
  return (
    <RotateDialog
      title={texts.rotating.title(subject?.name ?? '')}
      texts={texts.rotating}
      secretTitle={texts.shown.title}
      isOpen={subject !== undefined}
      onClose={onClose}
      call={(api, graceSeconds) => rotateKey(api, subject?.id ?? '', graceSeconds)}
      refreshes={['/keys']}
      secretOf={({ answer, graceSeconds, close }) => (
        <NewKey secret={answer.key} kind={answer.kind} onDone={close}>
          <p className="mt-3 text-sm text-soft">
            {graceSeconds === 0
              ? texts.shown.oldEnded
              : `${texts.shown.old} ${formatExact(answer.replaces.expiresAt)}.`}
          </p>
        </NewKey>
      )}
    />
  )
}
