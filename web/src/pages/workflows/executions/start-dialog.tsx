import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { startExecution } from '../../../api/workflows.ts'
import type { Workflow } from '../../../api/workflows.ts'
import { useProject } from '../../../app/use-project.ts'
import { Button } from '../../../components/forms/button.tsx'
import { TextArea, TextField } from '../../../components/forms/field.tsx'
import { Dialog, DialogActions } from '../../../components/overlays/dialog.tsx'
import { toast } from '../../../components/overlays/toast.tsx'
import { readJsonObject } from '../../../components/forms/read-json.ts'
import { inspector } from '../inspector.texts.ts'
import { useContact } from '../use-contact.ts'
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
  const { api } = useProject()
  const queryClient = useQueryClient()
  const [address, setAddress] = useState('')
  const [json, setJson] = useState('')
  const { contact, suggestions, isUnknown } = useContact(address)
  const data = readJsonObject(json)
  const start = useMutation({
    mutationFn: (contactId: string) =>
      startExecution(api, workflow.id, { contactId, ...(json.trim() !== '' && data && { data }) }),
    onSuccess: async () => {
      toast.good(texts.started)
      onClose()
      await queryClient.invalidateQueries({
        queryKey: [api.projectId, `/workflows/${workflow.id}/executions`],
      })
    },
    onError: (error) => toast.error(error),
  })
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (contact && data && workflow.enabled) start.mutate(contact.id)
      }}
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
      <TextArea
        label={texts.data}
        value={json}
        rows={3}
        spellCheck={false}
        error={data ? undefined : inspector.badJson}
        onText={setJson}
      />
      {!workflow.enabled && <p className="text-sm text-warn">{texts.disabled}</p>}
      <DialogActions>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button
          look="primary"
          type="submit"
          disabled={!contact || !data || !workflow.enabled}
          isBusy={start.isPending}
        >
          {texts.submit}
        </Button>
      </DialogActions>
    </form>
  )
}
