import { useState } from 'react'
import { startExecution } from '../../../api/sending/workflows.ts'
import type { Workflow } from '../../../api/sending/workflows.ts'
import { useChange } from '../../../app/use-change.ts'
import { TextField } from '../../../components/forms/field.tsx'
import { Dialog, DialogForm } from '../../../components/overlays/dialog.tsx'
import { readJsonObject } from '../../../components/forms/read-json.ts'
import { DataFields } from '../../../patterns/data-fields/data-fields.tsx'
import { useContact } from '../../../patterns/contact/use-contact.ts'
import { executions } from './executions.texts.ts'

const { startForm: texts } = executions

type Props = { workflow: Workflow; isOpen: boolean; onClose: () => void }

export function StartDialog({ workflow, isOpen, onClose }: Props) {
  return (
    <Dialog title={texts.title} description={texts.text} isOpen={isOpen} onClose={onClose}>
      <StartForm workflow={workflow} onClose={onClose} />
    </Dialog>
  )
}

function StartForm({ workflow, onClose }: Omit<Props, 'isOpen'>) {
  const [address, setAddress] = useState('')
  const [json, setJson] = useState('')
  const { contact, suggestions, isUnknown } = useContact(address)
  const data = readJsonObject(json)
  const start = useChange({
    call: (api, contactId: string) =>
      startExecution(api, workflow.id, { contactId, ...(json.trim() !== '' && data && { data }) }),
    done: texts.started,
    refreshes: [`/workflows/${workflow.id}/executions`],
    onSuccess: onClose,
  })
  return (
    <DialogForm
      submit={texts.submit}
      isBusy={start.isPending}
      isDisabled={!contact || !data || !workflow.enabled}
      onSubmit={() => contact && start.mutate(contact.id)}
      onCancel={onClose}
    >
      <TextField
        label={executions.contactFilter}
        type="email"
        maxLength={254}
        autoComplete="off"
        value={address}
        suggestions={suggestions}
        error={isUnknown ? executions.unknownContact : undefined}
        onText={setAddress}
      />
      <DataFields label={texts.data} text={json} onText={setJson} />
      {!workflow.enabled && <p className="text-sm text-warn">{texts.disabled}</p>}
    </DialogForm>
  )
}
