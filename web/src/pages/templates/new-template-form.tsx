import { useState } from 'react'
import { TemplateCreate } from '../../../../src/features/templates/templates.schema.ts'
import { createTemplate } from '../../api/content/templates.ts'
import { useRecordPages } from '../../app/record-link.tsx'
import { useChange } from '../../app/use-change.ts'
import { DialogForm } from '../../components/overlays/dialog.tsx'
import { TextField } from '../../components/forms/field.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { STARTERS } from '../../patterns/email-editor/starters.ts'
import { StartPicker } from '../../patterns/gallery/start-picker.tsx'
import type { Start } from '../../patterns/gallery/start.ts'
import { usePresets } from '../../patterns/gallery/use-presets.ts'
import { useSchemaForm } from '../../components/forms/use-schema-form.ts'
import { newDocument } from '../../patterns/visual-editor/model/block-document.ts'
import { templates } from './templates.texts.ts'
import { optionsOf } from '../../components/forms/select.tsx'

const { form: texts, types } = templates

const EMPTY = (['blocks', 'html', 'mjml'] as const).map((id) => ({
  from: 'empty' as const,
  id,
  ...texts.starts[id],
}))

/** Replaces the body of the form, which only makes it valid. */
function contentOf(start: Start) {
  if (start.from === 'gallery') {
    const { blocks, previewText, description } = start.item
    return { body: undefined, blocks, previewText, description }
  }
  if (start.id === 'html' || start.id === 'mjml') return { body: STARTERS[start.id] }
  return { body: undefined, blocks: newDocument() }
}

const TYPES = optionsOf(types)

export function NewTemplateForm({ onClose }: { onClose: () => void }) {
  const { open } = useRecordPages()
  const [start, setStart] = useState<Start>(EMPTY[0] as Start)
  const [type, setType] = useState<(typeof TYPES)[number]['value']>('TRANSACTIONAL')
  const form = useSchemaForm(TemplateCreate, { name: '', subject: '', body: STARTERS.html })
  const preset = usePresets({
    get: (field: 'name' | 'subject') => form.getValues(field),
    set: (field, value) => form.setValue(field, value),
  })
  const create = useChange({
    call: (api, template: Parameters<typeof createTemplate>[1]) =>
      createTemplate(api, { ...template, type, ...contentOf(start) }),
    refreshes: ['/templates'],
    form,
    onSuccess: ({ id }) => open('template', id),
  })
  const choose = (chosen: Start) => {
    setStart(chosen)
    if (chosen.from !== 'gallery') return
    preset({ name: chosen.item.name, subject: chosen.item.subject })
    setType(chosen.item.type)
  }
  return (
    <DialogForm
      submit={texts.create}
      isBusy={create.isPending}
      onSubmit={form.submit(create.mutate)}
      onCancel={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={texts.name} maxLength={100} {...form.field('name')} />
        <SelectField label={templates.type} value={type} options={TYPES} onChange={setType} />
      </div>
      <TextField label={texts.subject} maxLength={998} {...form.field('subject')} />
      <StartPicker empty={EMPTY} value={start} onChange={choose} />
    </DialogForm>
  )
}
