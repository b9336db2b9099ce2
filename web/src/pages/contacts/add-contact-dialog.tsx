import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ContactUpsert } from '../../../../src/features/contacts/contacts.schema.ts'
import { saveContact } from '../../api/contacts.ts'
import { useProject } from '../../app/use-project.ts'
import { Button } from '../../components/forms/button.tsx'
import { Switch } from '../../components/forms/checkbox.tsx'
import { Dialog, DialogActions } from '../../components/overlays/dialog.tsx'
import { TextArea, TextField } from '../../components/forms/field.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { readJsonObject } from '../../components/forms/read-json.ts'
import { useSchemaForm } from '../../components/forms/use-schema-form.ts'
import { contacts as texts } from './contacts.texts.ts'

type Props = { isOpen: boolean; onClose: () => void }

export function AddContactDialog({ isOpen, onClose }: Props) {
  return (
    <Dialog title={texts.form.title} description={texts.form.text} isOpen={isOpen} onClose={onClose}>
      <ContactForm onDone={onClose} />
    </Dialog>
  )
}

function ContactForm({ onDone }: { onDone: () => void }) {
  const { api } = useProject()
  const queryClient = useQueryClient()
  const [json, setJson] = useState('')
  const form = useSchemaForm(ContactUpsert, { email: '', subscribed: true, data: {} })
  const save = useMutation({
    mutationFn: (contact: Parameters<typeof saveContact>[1]) => saveContact(api, contact),
    onSuccess: async ({ _meta }) => {
      toast.good(_meta.isNew ? texts.form.created : texts.form.updated)
      onDone()
      await queryClient.invalidateQueries({ queryKey: [api.projectId, '/contacts'] })
    },
    onError: (error) => {
      if (!form.showServerErrors(error)) toast.error(error)
    },
  })
  const isSubscribed = form.watch('subscribed') === true
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        const data = readJsonObject(json)
        if (data) form.setValue('data', data)
        else {
          event.preventDefault()
          return form.setError('data', { message: texts.form.badJson })
        }
        void form.handleSubmit((contact) => save.mutate(contact))(event)
      }}
    >
      <TextField label={texts.form.email} type="email" {...form.field('email')} />
      <TextArea
        label={texts.form.data}
        hint={texts.form.dataHint}
        error={form.errorOf('data')}
        value={json}
        spellCheck={false}
        onChange={({ target }) => {
          form.clearErrors('data')
          setJson(target.value)
        }}
      />
      <div className="flex items-center justify-between text-sm font-medium">
        <span aria-hidden>{texts.form.subscribed}</span>
        <Switch
          label={texts.form.subscribed}
          isOn={isSubscribed}
          onChange={(isOn) => form.setValue('subscribed', isOn)}
        />
      </div>
      <DialogActions>
        <Button onClick={onDone}>{texts.form.cancel}</Button>
        <Button type="submit" look="primary" isBusy={save.isPending}>
          {texts.form.submit}
        </Button>
      </DialogActions>
    </form>
  )
}
