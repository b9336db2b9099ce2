import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { approvalQuery, approve, reject } from '../../api/sending/approvals.ts'
import type { Approval } from '../../api/sending/approvals.ts'
import { useChange } from '../../app/use-change.ts'
import { useProject } from '../../app/use-project.ts'
import { Button } from '../../components/forms/button.tsx'
import { TextField } from '../../components/forms/field.tsx'
import { ConfirmDialog } from '../../components/overlays/dialog.tsx'
import { approvalTexts } from './approvals.texts.ts'

const { approving, rejecting } = approvalTexts

const LONGEST_REASON = 200

type Props = { approval: Approval }

export function Decide({ approval }: Props) {
  const [open, setOpen] = useState<'approve' | 'reject'>()
  const onClose = () => setOpen(undefined)
  return (
    <>
      <Button icon={<X />} onClick={() => setOpen('reject')}>
        {rejecting.button}
      </Button>
      <Button look="primary" icon={<Check />} onClick={() => setOpen('approve')}>
        {approving.button}
      </Button>
      <ApproveDialog approval={approval} isOpen={open === 'approve'} onClose={onClose} />
      <RejectDialog approval={approval} isOpen={open === 'reject'} onClose={onClose} />
    </>
  )
}

type DialogProps = Props & { isOpen: boolean; onClose: () => void }

function ApproveDialog({ approval: { id, recipients }, isOpen, onClose }: DialogProps) {
  const { api } = useProject()
  const change = useChange({
    call: (call) => approve(call, id),
    record: approvalQuery(api, id),
    refreshes: ['/approvals', '/campaigns', '/emails'],
    done: ({ state }) => (state === 'APPROVED' ? approving.done.APPROVED : approving.done.other),
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      title={approving.title}
      description={approving.text(recipients)}
      look="primary"
      submit={approving.submit}
      isOpen={isOpen}
      isBusy={change.isPending}
      onClose={onClose}
      onConfirm={() => change.mutate()}
    />
  )
}

function RejectDialog({ approval: { id }, isOpen, onClose }: DialogProps) {
  const { api } = useProject()
  const [reason, setReason] = useState('')
  const change = useChange({
    call: (call) => reject(call, id, reason.trim() || undefined),
    record: approvalQuery(api, id),
    refreshes: ['/approvals'],
    done: rejecting.done,
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      title={rejecting.title}
      description={rejecting.text}
      submit={rejecting.submit}
      isOpen={isOpen}
      isBusy={change.isPending}
      onClose={onClose}
      onConfirm={() => change.mutate()}
    >
      <TextField label={rejecting.reason} maxLength={LONGEST_REASON} value={reason} onText={setReason} />
    </ConfirmDialog>
  )
}
