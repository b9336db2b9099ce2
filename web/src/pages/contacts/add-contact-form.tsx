import { useState } from 'react'
import { z } from 'zod'
import { ContactUpsert } from '../../../../src/features/contacts/contacts.schema.ts'
import { saveContact } from '../../api/audience/contacts.ts'
import { useChange } from '../../app/use-change.ts'
import { Switch } from '../../components/forms/checkbox.tsx'
import { TextField } from '../../components/forms/field.tsx'
import { useSchemaForm } from '../../components/forms/use-schema-form.ts'
import { DialogForm } from '../../components/overlays/dialog.tsx'
import { readRows } from '../../patterns/data-fields/data-rows.ts'
import type { DataRow } from '../../patterns/data-fields/data-rows.ts'
import { FieldRows } from '../../patterns/data-fields/field-rows.tsx'
import { contacts } from './contacts.texts.ts'

const { form: texts } = contacts

const { email, subscribed, data } = ContactUpsert.shape
const NewContact = z.object({ email, subscribed, data })

export function AddContactForm({ onClose }: { onClose: () => void }) {
  const [rows, setRows] = useState<DataRow[]>([])
  const [isTried, setIsTried] = useState(false)
  const form = useSchemaForm(NewContact, { email: '', subscribed: true, data: {} })
  const save = useChange({
    call: saveContact,
    done: ({ _meta }) => (_meta.isNew ? texts.created : texts.updated),
    refreshes: ['/contacts'],
    form,
    onSuccess: onClose,
  })
  const fields = readRows(rows)
  return (
    <DialogForm
      submit={texts.submit}
      isBusy={save.isPending}
      onSubmit={(event) => {
        setIsTried(true)
        if ('problems' in fields) return event.preventDefault()
        form.setValue('data', fields.data)
        form.submit(save.mutate)(event)
      }}
      onCancel={onClose}
    >
      <TextField label={texts.email} type="email" {...form.field('email')} />
      <FieldRows
        isOfContact
        rows={rows}
        problems={isTried && 'problems' in fields ? fields.problems : {}}
        error={form.errorOf('data')}
        onChange={(changed) => {
          form.clearErrors('data')
          setRows(changed)
        }}
      />
      <div className="flex items-center justify-between text-sm font-medium">
        <span aria-hidden>{texts.subscribed}</span>
        <Switch
          label={texts.subscribed}
          isOn={form.watch('subscribed') === true}
          onChange={(isOn) => form.setValue('subscribed', isOn)}
        />
      </div>
    </DialogForm>
  )
}
