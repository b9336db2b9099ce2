import { useState } from 'react'
import type { ViewedList } from '../../../../src/features/views/views.values.ts'
import type { ProjectApi } from '../../api/client/client.ts'
import { changeView, createView } from '../../api/project/views.ts'
import type { SavedView } from '../../api/project/views.ts'
import { useChange } from '../../app/use-change.ts'
import { TextField } from '../../components/forms/field.tsx'
import { Dialog, DialogForm } from '../../components/overlays/dialog.tsx'
import { viewsTexts as texts } from './views.texts.ts'

type SaveViewProps = {
  list: ViewedList
  params: SavedView['params']
  views: readonly SavedView[]
  onClose: () => void
}

export function SaveViewDialog({ isOpen, ...props }: SaveViewProps & { isOpen: boolean }) {
  return (
    <Dialog title={texts.title} description={texts.text} isOpen={isOpen} onClose={props.onClose}>
      <SaveViewForm {...props} />
    </Dialog>
  )
}

const LONGEST_NAME = 60

function SaveViewForm({ list, params, views, onClose }: SaveViewProps) {
  const [text, setText] = useState('')
  const name = text.trim()
  const same = views.find((view) => view.name === name)
  const save = useChange({
    call: (api: ProjectApi) =>
      same ? changeView(api, same.id, params) : createView(api, { list, name, params }),
    done: texts.saved,
    refreshes: ['/views'],
    onSuccess: onClose,
  })
  return (
    <DialogForm
      submit={same ? texts.replace : texts.submit}
      isBusy={save.isPending}
      isDisabled={name === ''}
      onSubmit={() => save.mutate()}
      onCancel={onClose}
    >
      <TextField
        label={texts.name}
        hint={same && texts.replaces}
        value={text}
        maxLength={LONGEST_NAME}
        autoComplete="off"
        onText={setText}
      />
    </DialogForm>
  )
}
