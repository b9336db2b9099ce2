import { useState } from 'react'
import type { ReactNode } from 'react'
import type { ProjectApi } from '../../api/client/client.ts'
import { useChange } from '../../app/use-change.ts'
import { SelectField } from '../../components/forms/select-field.tsx'
import { optionsOf } from '../../components/forms/select.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { DialogForm } from '../../components/overlays/dialog.tsx'
import { graces } from './graces.texts.ts'
import { SecretDialog } from './secret-dialog.tsx'

/** In seconds. */
type Grace = keyof typeof graces

type Rotation<Answer> = { answer: Answer; graceSeconds: number; rotatedMs: number; close: () => void }

type RotateDialogProps<Answer> = {
  title: string
  texts: { text: string; grace: string; submit: string }
  secretTitle: string
  isOpen: boolean
  onClose: () => void
  call: (api: ProjectApi, graceSeconds: number) => Promise<Answer>
  refreshes?: readonly string[]
  /** `NewSecret`. */
  secretOf: (rotation: Rotation<Answer>) => ReactNode
}

/** Replaces a secret; the old one works for the chosen grace period. */
export function RotateDialog<Answer>(props: RotateDialogProps<Answer>) {
  const { title, texts, secretTitle, isOpen, onClose, call, refreshes = [], secretOf } = props
  const [grace, setGrace] = useState<Grace>('86400')
  const graceSeconds = Number(grace)
  const rotate = useChange({ call: (api) => call(api, graceSeconds), refreshes, showsError: true })
  const { data: answer, submittedAt: rotatedMs } = rotate
  const close = () => {
    onClose()
    rotate.reset()
  }
  return (
    <SecretDialog
      title={title}
      description={texts.text}
      secretTitle={secretTitle}
      secret={answer && secretOf({ answer, graceSeconds, rotatedMs, close })}
      isOpen={isOpen}
      onClose={close}
    >
      <DialogForm
        submit={texts.submit}
        isBusy={rotate.isPending}
        onSubmit={() => rotate.mutate()}
        onCancel={close}
      >
        <SelectField label={texts.grace} value={grace} options={optionsOf(graces)} onChange={setGrace} />
        {rotate.isError && <ErrorNotice error={rotate.error} />}
      </DialogForm>
    </SecretDialog>
  )
}
