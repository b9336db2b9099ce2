import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { TemplateCreate } from '../../../../src/features/templates/templates.schema.ts'
import { createTemplate } from '../../api/templates.ts'
import { useProject } from '../../app/use-project.ts'
import { Button } from '../../components/forms/button.tsx'
import { Dialog, DialogActions } from '../../components/overlays/dialog.tsx'
import { TextField } from '../../components/forms/field.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { STARTERS } from '../../patterns/email-editor/starters.ts'
import { useSchemaForm } from '../../components/forms/use-schema-form.ts'
import { newDocument } from './blocks/block-document.ts'
import { templates } from './templates.texts.ts'
import { optionsOf } from '../../components/forms/select.tsx'

const { form: texts, types } = templates

/** Replaces the body of the form, which only makes it valid. */
const contentOf = (start: (typeof STARTS)[number]['value']) =>
  start === 'blocks' ? { body: undefined, blocks: newDocument() } : { body: STARTERS[start] }

const STARTS = optionsOf(texts.starts)
const TYPES = optionsOf(types)

type Props = { isOpen: boolean; onClose: () => void }

export function NewTemplateDialog({ isOpen, onClose }: Props) {
  return (
    <Dialog title={texts.title} isOpen={isOpen} onClose={onClose}>
      <NewTemplateForm onCancel={onClose} />
    </Dialog>
  )
}

function NewTemplateForm({ onCancel }: { onCancel: () => void }) {
  const { api, project } = useProject()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [start, setStart] = useState<(typeof STARTS)[number]['value']>('blocks')
  const [type, setType] = useState<(typeof TYPES)[number]['value']>('TRANSACTIONAL')
  const form = useSchemaForm(TemplateCreate, { name: '', subject: '', body: STARTERS.html })
  const create = useMutation({
    mutationFn: (template: Parameters<typeof createTemplate>[1]) =>
      createTemplate(api, { ...template, type, ...contentOf(start) }),
    onSuccess: async ({ id }) => {
      await navigate({
        to: '/app/p/$projectId/templates/$templateId',
        params: { projectId: project.id, templateId: id },
      })
      await queryClient.invalidateQueries({ queryKey: [api.projectId, '/templates'] })
    },
    onError: (error) => {
      if (!form.showServerErrors(error)) toast.error(error)
    },
  })
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={form.submit(create.mutate)}>
      <TextField label={texts.name} maxLength={100} {...form.field('name')} />
      <TextField label={texts.subject} maxLength={998} {...form.field('subject')} />
      <SelectField label={templates.type} value={type} options={TYPES} onChange={setType} />
      <SelectField label={texts.start} value={start} options={STARTS} onChange={setStart} />
      <DialogActions>
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button look="primary" type="submit" isBusy={create.isPending}>
          {texts.create}
        </Button>
      </DialogActions>
    </form>
  )
}
