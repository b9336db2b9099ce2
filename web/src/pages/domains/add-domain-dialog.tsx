import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { DomainCreate } from '../../../../src/features/domains/domains.schema.ts'
import { addDomain } from '../../api/domains.ts'
import { useProject } from '../../app/use-project.ts'
import { Button } from '../../components/forms/button.tsx'
import { Dialog, DialogActions } from '../../components/overlays/dialog.tsx'
import { TextField } from '../../components/forms/field.tsx'
import { useSchemaForm } from '../../components/forms/use-schema-form.ts'
import { domains } from './domains.texts.ts'

const { form: texts } = domains

type Props = { isOpen: boolean; onClose: () => void }

export function AddDomainDialog({ isOpen, onClose }: Props) {
  return (
    <Dialog title={texts.title} description={texts.text} isOpen={isOpen} onClose={onClose}>
      <AddDomainForm onCancel={onClose} />
    </Dialog>
  )
}

function AddDomainForm({ onCancel }: { onCancel: () => void }) {
  const { api, project } = useProject()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const form = useSchemaForm(DomainCreate, { domain: '' })
  const add = useMutation({
    mutationFn: ({ domain }: { domain: string }) => addDomain(api, domain),
    onSuccess: async ({ id }) => {
      await navigate({
        to: '/app/p/$projectId/domains/$domainId',
        params: { projectId: project.id, domainId: id },
      })
      await queryClient.invalidateQueries({ queryKey: [api.projectId, '/domains'] })
    },
    // With a single field, every error is about it.
    onError: (error) => {
      if (!form.showServerErrors(error)) form.setError('domain', { message: error.message })
    },
  })
  return (
    <form noValidate onSubmit={form.submit(add.mutate)}>
      <TextField
        label={texts.domain}
        placeholder="example.com"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('domain')}
      />
      <DialogActions>
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button look="primary" type="submit" isBusy={add.isPending}>
          {texts.add}
        </Button>
      </DialogActions>
    </form>
  )
}
