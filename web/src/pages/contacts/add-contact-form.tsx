import { useState } from 'react'
import { z } from 'zod'
import { ContactUpsert } from '../../../../src/features/contacts/contacts.schema.ts'
import { saveContact } from '../../api/audience/contacts.ts'
import { useChange } from '../../app/use-change.ts'
import { Switch } from '../../components/forms/checkbox.tsx'
import { TextArea, TextField } from '../../components/forms/field.tsx'
import { readJsonObject } from '../../components/forms/read-json.ts'
import { useSchemaForm } from '../../components/forms/use-schema-form.ts'
import { DialogForm } from '../../components/overlays/dialog.tsx'
import { contacts } from './contacts.texts.ts'

const { form: texts } = contacts

const { email, subscribed, data } = ContactUpsert.shape
const NewContact = z.object({ email, subscribed, data })

export function AddContactForm({ onClose }: { onClose: () => void }) {
  const [json, setJson] = useState('')
  const form = useSchemaForm(NewContact, { email: '', subscribed: true, data: {} })
  const save = useChange({
    call: saveContact,
    done: ({ _meta }) => (_meta.isNew ? texts.created : texts.updated),
    refreshes: ['/contacts'],
    form,
    onSuccess: onClose,
  })
  return (
    <DialogForm
      submit={texts.submit}
      isBusy={save.isPending}
      onSubmit={(event) => {
        const typed = readJsonObject(json)
        if (!typed) return form.setError('data', { message: texts.badJson })
        form.setValue('data', typed)
        form.submit(save.mutate)(event)
      }}
      onCancel={onClose}
    >
      <TextField label={texts.email} type="email" {...form.field('email')} />
      <TextArea
        label={texts.data}
        hint={texts.dataHint}
        error={form.errorOf('data')}
        value={json}
        spellCheck={false}
        onText={(text) => {
          form.clearErrors('data')
          setJson(text)
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
