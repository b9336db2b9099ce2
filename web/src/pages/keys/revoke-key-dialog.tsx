import { TriangleAlert } from 'lucide-react'
import { revokeKey } from '../../api/keys.ts'
import type { Key } from '../../api/keys.ts'
import { useChange } from '../../app/use-change.ts'
import { ConfirmDialog } from '../../components/overlays/dialog.tsx'
import { Time } from '../../format/time.tsx'
import { keys } from './keys.texts.ts'

const { revoking: texts } = keys

type Props = { subject: Key | undefined; onClose: () => void }

export function RevokeKeyDialog({ subject, onClose }: Props) {
  const revoke = useChange({ call: revokeKey, done: texts.done, refreshes: ['/keys'], onSuccess: onClose })
  return (
    <ConfirmDialog
      title={texts.title(subject?.name ?? '')}
      description={texts.text}
      submit={texts.submit}
      isOpen={subject !== undefined}
      isBusy={revoke.isPending}
      onClose={onClose}
      onConfirm={() => subject && revoke.mutate(subject.id)}
    >
      {subject && <LastUse of={subject} />}
    </ConfirmDialog>
  )
}

function LastUse({ of: { lastUsedAt } }: { of: Key }) {
  if (lastUsedAt === null) return <p className="text-sm text-soft">{texts.unused}</p>
  return (
    <p className="flex items-start gap-2.5 rounded-xl bg-warn-soft p-3 text-sm text-warn">
      <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
      <span>
        <strong className="block font-medium">
          {texts.used} <Time at={lastUsedAt} />
        </strong>
        {texts.usedText}
      </span>
    </p>
  )
}
