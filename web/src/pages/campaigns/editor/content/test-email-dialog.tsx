import { useMutation } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { testCampaign } from '../../../../api/sending/campaigns.ts'
import { RecordLink } from '../../../../app/record-link.tsx'
import { useProject } from '../../../../app/use-project.ts'
import { Button } from '../../../../components/forms/button.tsx'
import { TextField } from '../../../../components/forms/field.tsx'
import { ErrorNotice } from '../../../../components/notices/error-notice.tsx'
import { Dialog, DialogActions, DialogForm } from '../../../../components/overlays/dialog.tsx'
import { readAddresses } from '../../../../patterns/addresses/pasted-addresses.ts'
import { TestSuppressed } from '../../../../patterns/email-editor/test-suppressed.tsx'
import { editor } from '../editor.texts.ts'
import type { Variant } from '../../../../patterns/campaign-settings/variant-names.ts'
import type { CampaignDraft } from '../draft/use-campaign-draft.ts'

const { testEmail: texts } = editor

// The limit of the API.
const MAX_ADDRESSES = 5

/** `variant`: the one to send; undefined for the campaign itself. */
type Props = {
  draft: CampaignDraft
  variant: Variant | undefined
  isOpen: boolean
  onClose: () => void
}

export function TestEmailDialog({ draft, variant, isOpen, onClose }: Props) {
  const name = draft.fields.variants ? (variant ?? 'A') : undefined
  return (
    <Dialog
      title={name === undefined ? texts.title : texts.titleOf(name)}
      description={texts.text}
      isOpen={isOpen}
      onClose={onClose}
    >
      <TestEmailForm draft={draft} variant={variant} />
    </Dialog>
  )
}

function problemWith({ addresses, invalid }: ReturnType<typeof readAddresses>): string | undefined {
  if (invalid[0] !== undefined) return texts.wrong(invalid[0])
  if (addresses.length === 0) return texts.none
  return addresses.length > MAX_ADDRESSES ? texts.tooMany : undefined
}

function TestEmailForm({ draft, variant }: Pick<Props, 'draft' | 'variant'>) {
  const { api, account } = useProject()
  const [text, setText] = useState(account.user.email)
  const [isTried, setIsTried] = useState(false)
  const { id } = draft.base
  const read = readAddresses(text)
  const problem = problemWith(read)
  const send = useMutation({
    mutationFn: async () => {
      await draft.flush()
      return testCampaign(api, id, { emails: read.addresses, variant })
    },
  })
  if (send.isSuccess) return <Sent emails={send.data} onAgain={() => send.reset()} />
  return (
    <DialogForm
      submit={texts.send}
      isBusy={send.isPending}
      onSubmit={() => {
        setIsTried(true)
        if (problem === undefined && !send.isPending) send.mutate()
      }}
    >
      <TextField
        label={texts.to}
        hint={texts.toHint}
        value={text}
        error={isTried ? problem : undefined}
        onText={setText}
      />
      {send.isError && <ErrorNotice error={send.error} />}
    </DialogForm>
  )
}

type SentProps = { emails: Awaited<ReturnType<typeof testCampaign>>; onAgain: () => void }

function Sent({ emails, onAgain }: SentProps) {
  const sent = emails.filter(({ status }) => status !== 'SUPPRESSED')
  return (
    <div>
      {sent.length > 0 && (
        <p role="status" className="flex items-center gap-2 text-sm font-medium">
          <CircleCheck className="size-4 text-good" aria-hidden />
          {texts.sent(sent.length)}
        </p>
      )}
      {emails.map(
        ({ email, emailId, status, reason }) =>
          status === 'SUPPRESSED' && <TestSuppressed key={emailId} address={email} reason={reason} />,
      )}
      <ul className="flex flex-col gap-1 pt-3 text-sm">
        {emails.map(({ email, emailId }) => (
          <li key={emailId}>
            <RecordLink kind="email" id={emailId} className="text-accent-text hover:underline">
              {texts.open(email)}
            </RecordLink>
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button onClick={onAgain}>{texts.again}</Button>
      </DialogActions>
    </div>
  )
}
