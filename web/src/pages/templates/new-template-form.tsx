import { useState } from 'react'
import { TemplateCreate } from '../../../../src/features/templates/templates.schema.ts'
import { createTemplate } from '../../api/templates.ts'
import { useRecordPages } from '../../app/record-link.tsx'
import { useChange } from '../../app/use-change.ts'
import { DialogForm } from '../../components/overlays/dialog.tsx'
import { TextField } from '../../components/forms/field.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
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

export function NewTemplateForm({ onClose }: { onClose: () => void }) {
  const { open } = useRecordPages()
  const [start, setStart] = useState<(typeof STARTS)[number]['value']>('blocks')
  const [type, setType] = useState<(typeof TYPES)[number]['value']>('TRANSACTIONAL')
  const form = useSchemaForm(TemplateCreate, { name: '', subject: '', body: STARTERS.html })
  const create = useChange({
    call: (api, template: Parameters<typeof createTemplate>[1]) =>
      createTemplate(api, { ...template, type, ...contentOf(start) }),
    refreshes: ['/templates'],
    form,
    onSuccess: ({ id }) => open('template', id),
  })
  return (
    <DialogForm
      submit={texts.create}
      isBusy={create.isPending}
      onSubmit={form.submit(create.mutate)}
      onCancel={onClose}
    >
      <TextField label={texts.name} maxLength={100} {...form.field('name')} />
      <TextField label={texts.subject} maxLength={998} {...form.field('subject')} />
      <SelectField label={templates.type} value={type} options={TYPES} onChange={setType} />
      <SelectField label={texts.start} value={start} options={STARTS} onChange={setStart} />
    </DialogForm>
  )
}
