import { useMutation } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { testTemplate } from '../../api/content/templates.ts'
import { RecordLink } from '../../app/record-link.tsx'
import { useProject } from '../../app/use-project.ts'
import { Button, buttonClass } from '../../components/forms/button.tsx'
import { Dialog, DialogActions } from '../../components/overlays/dialog.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { TextField } from '../../components/forms/field.tsx'
import { editor } from './editor.texts.ts'
import { sampleCodes } from './sample-codes.ts'
import { TestSuppressed } from '../../patterns/email-editor/test-suppressed.tsx'
import type { PreviewValues } from '../../patterns/email-editor/preview-values.ts'
import type { TemplateDraft } from './use-template-draft.ts'

const { test: texts } = editor

type SendTestProps = { draft: TemplateDraft; values: PreviewValues }
type DialogProps = SendTestProps & { isOpen: boolean; onClose: () => void }

export function SendTestDialog({ isOpen, onClose, ...props }: DialogProps) {
  return (
    <Dialog title={texts.title} description={texts.text} isOpen={isOpen} onClose={onClose}>
      <SendTestForm {...props} />
    </Dialog>
  )
}

/** Saves first, so that a test is always a saved version. */
function SendTestForm({ draft, values }: SendTestProps) {
  const { api, account } = useProject()
  const [to, setTo] = useState(account.user.email)
  const [from, setFrom] = useState('')
  const send = useMutation({
    mutationFn: async () => {
      const { variables } = draft.isDirty ? await draft.save.mutateAsync() : draft.base
      const given = values.contact ? values.contact.data : values.values.data
      const data = { ...sampleCodes(variables), ...given }
      return testTemplate(api, draft.base.id, { email: to, data, ...(from !== '' && { from }) })
    },
  })
  if (send.isSuccess) return <Sent email={send.data} onAgain={() => send.reset()} />
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!send.isPending) send.mutate()
      }}
    >
      <TextField label={texts.to} type="email" required value={to} onText={setTo} />
      {draft.fields.from === '' && (
        <TextField label={texts.from} type="email" hint={texts.fromHint} value={from} onText={setFrom} />
      )}
      {send.isError && <ErrorNotice error={send.error} />}
      <DialogActions>
        <Button look="primary" type="submit" isBusy={send.isPending}>
          {draft.isDirty ? texts.saveAndSend : texts.send}
        </Button>
      </DialogActions>
    </form>
  )
}

function Sent({ email, onAgain }: { email: Awaited<ReturnType<typeof testTemplate>>; onAgain: () => void }) {
  return (
    <div>
      {email?.status === 'SUPPRESSED' ? (
        <TestSuppressed reason={email.reason} />
      ) : (
        <p role="status" className="flex items-center gap-2 text-sm font-medium">
          <CircleCheck className="size-4 text-good" aria-hidden />
          {texts.sent}
        </p>
      )}
      <DialogActions>
        <Button onClick={onAgain}>{texts.again}</Button>
        <RecordLink kind="email" id={email?.emailId ?? ''} className={buttonClass({ look: 'primary' })}>
          {texts.open}
        </RecordLink>
      </DialogActions>
    </div>
  )
}
