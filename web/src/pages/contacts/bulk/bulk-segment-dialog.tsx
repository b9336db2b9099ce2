import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createSegment, segmentNamesQuery } from '../../../api/audience/segments.ts'
import { useChange } from '../../../app/use-change.ts'
import { useProject } from '../../../app/use-project.ts'
import { TextField } from '../../../components/forms/field.tsx'
import { SelectField } from '../../../components/forms/select-field.tsx'
import { Dialog, DialogForm } from '../../../components/overlays/dialog.tsx'
import { contacts } from '../contacts.texts.ts'

const { bulk: texts } = contacts

/** A bulk action of the API. */
export type AddToSegment = { action: 'addToSegment'; segmentId: string }

type BulkSegmentProps = { count: number; onClose: () => void; onSubmit: (action: AddToSegment) => void }

export function BulkSegmentDialog({ isOpen, ...props }: BulkSegmentProps & { isOpen: boolean }) {
  return (
    <Dialog
      title={texts.segmentTitle(props.count)}
      description={texts.segmentText}
      isOpen={isOpen}
      onClose={props.onClose}
    >
      <BulkSegmentForm {...props} />
    </Dialog>
  )
}

const NEW = 'new'

function BulkSegmentForm({ count, onClose, onSubmit }: BulkSegmentProps) {
  const { api } = useProject()
  const { data: segments } = useQuery(segmentNamesQuery(api))
  const [chosen, setChosen] = useState<string>()
  const [name, setName] = useState('')
  const create = useChange({
    call: createSegment,
    refreshes: ['/segments'],
    onSuccess: ({ id }) => onSubmit({ action: 'addToSegment', segmentId: id }),
  })
  if (!segments) return null
  const lists = segments.filter(({ type }) => type === 'STATIC')
  const target = chosen ?? lists[0]?.id ?? NEW
  return (
    <DialogForm
      submit={texts.segmentSubmit(count)}
      isBusy={create.isPending}
      isDisabled={target === NEW && name.trim() === ''}
      onSubmit={() => {
        if (target === NEW) create.mutate({ name: name.trim(), type: 'STATIC' })
        else onSubmit({ action: 'addToSegment', segmentId: target })
      }}
      onCancel={onClose}
    >
      <SelectField
        label={texts.segment}
        value={target}
        options={[
          ...lists.map((list) => ({ value: list.id, label: list.name })),
          { value: NEW, label: texts.newSegment },
        ]}
        onChange={setChosen}
      />
      {target === NEW && <TextField label={texts.segmentName} value={name} onText={setName} />}
    </DialogForm>
  )
}
