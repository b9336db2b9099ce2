import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ProjectCreate } from '../../../src/features/projects/projects.schema.ts'
import { accountQuery, createProject } from '../api/accounts/account.ts'
import { ApiError } from '../api/client/api-error.ts'
import { TextField } from '../components/forms/field.tsx'
import { TIME_ZONES } from '../components/forms/time-zones.ts'
import { useSchemaForm } from '../components/forms/use-schema-form.ts'
import { ErrorNotice } from '../components/notices/error-notice.tsx'
import { Dialog, DialogForm } from '../components/overlays/dialog.tsx'
import { newProjectTexts as texts } from './app.texts.ts'

/** Opens the new project afterwards. */
export function NewProjectDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog isOpen title={texts.title} description={texts.text} onClose={onClose}>
      <ProjectForm onClose={onClose} />
    </Dialog>
  )
}

function ProjectForm({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const form = useSchemaForm(ProjectCreate, { name: '', timezone: timeZone })
  const create = useMutation({
    mutationFn: createProject,
    onSuccess: async ({ id }) => {
      // The pages of a project need it in the list of the account.
      await queryClient.fetchQuery({ ...accountQuery, staleTime: 0 })
      onClose()
      await navigate({ to: '/app/p/$projectId/welcome', params: { projectId: id } })
    },
    onError: (error) => form.showServerErrors(error),
  })
  const isAtFields = create.error instanceof ApiError && create.error.fields.length > 0
  return (
    <DialogForm
      submit={texts.submit}
      isBusy={create.isPending}
      onSubmit={form.submit(create.mutate)}
      onCancel={onClose}
    >
      <TextField label={texts.name} autoComplete="off" {...form.field('name')} />
      <TextField
        label={texts.timezone}
        hint={texts.timezoneHint}
        suggestions={TIME_ZONES}
        autoComplete="off"
        {...form.field('timezone', { setValueAs: (text: string) => text.trim() || undefined })}
      />
      {create.isError && !isAtFields && <ErrorNotice error={create.error} />}
    </DialogForm>
  )
}
