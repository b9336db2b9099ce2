import { DomainCreate } from '../../../../src/features/domains/domains.schema.ts'
import { addDomain } from '../../api/connections/domains.ts'
import { useRecordPages } from '../../app/record-link.tsx'
import { useChange } from '../../app/use-change.ts'
import { DialogForm } from '../../components/overlays/dialog.tsx'
import { TextField } from '../../components/forms/field.tsx'
import { useSchemaForm } from '../../components/forms/use-schema-form.ts'
import { domains } from './domains.texts.ts'

const { form: texts } = domains

export function AddDomainForm({ onClose }: { onClose: () => void }) {
  const { open } = useRecordPages()
  const form = useSchemaForm(DomainCreate, { domain: '' })
  const add = useChange({
    call: (api, { domain }: { domain: string }) => addDomain(api, domain),
    refreshes: ['/domains'],
    form: {
      showServerErrors: (error) => {
        // With a single field, every error is about it.
        if (!form.showServerErrors(error)) form.setError('domain', { message: error.message })
        return true
      },
    },
    onSuccess: ({ id }) => open('domain', id),
  })
  return (
    <DialogForm
      submit={texts.add}
      isBusy={add.isPending}
      onSubmit={form.submit(add.mutate)}
      onCancel={onClose}
    >
      <TextField
        label={texts.domain}
        placeholder="example.com"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('domain')}
      />
    </DialogForm>
  )
}
