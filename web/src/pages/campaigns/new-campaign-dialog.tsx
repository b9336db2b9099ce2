import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CampaignCreate } from '../../../../src/features/campaigns/campaigns.schema.ts'
import { createCampaign } from '../../api/campaigns.ts'
import { projectQuery } from '../../api/project.ts'
import type { Project } from '../../api/project.ts'
import { templateListQuery } from '../../api/templates.ts'
import type { Template } from '../../api/templates.ts'
import { useRecordPages } from '../../app/record-link.tsx'
import { useChange } from '../../app/use-change.ts'
import { useProject } from '../../app/use-project.ts'
import { TextField } from '../../components/forms/field.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { Dialog, DialogForm } from '../../components/overlays/dialog.tsx'
import { STARTERS } from '../../patterns/email-editor/starters.ts'
import { useSchemaForm } from '../../components/forms/use-schema-form.ts'
import { campaigns } from './campaigns.texts.ts'

const { form: texts } = campaigns

export function NewCampaignDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { api } = useProject()
  const { data: project } = useQuery({ ...projectQuery(api), enabled: isOpen })
  return (
    <Dialog
      title={texts.title}
      description={texts.text}
      isOpen={isOpen && project !== undefined}
      onClose={onClose}
    >
      {project && <NewCampaignForm settings={project} onCancel={onClose} />}
    </Dialog>
  )
}

function NewCampaignForm({ settings, onCancel }: { settings: Project; onCancel: () => void }) {
  const { api } = useProject()
  const { open } = useRecordPages()
  const templates = useInfiniteQuery(templateListQuery(api)).data?.pages[0]?.templates ?? []
  const [start, setStart] = useState('html')
  const form = useSchemaForm(CampaignCreate, {
    name: '',
    subject: '',
    body: STARTERS.html,
    from: settings.defaultFrom ?? '',
    audienceType: 'ALL',
  })
  const create = useChange({
    call: (_, campaign: Parameters<typeof createCampaign>[1]) =>
      createCampaign(api, {
        ...campaign,
        ...contentOf(templates.find(({ id }) => id === start) ?? start, settings),
      }),
    refreshes: ['/campaigns'],
    form,
    onSuccess: ({ id }) => open('campaign', id),
  })
  const choose = (chosen: string) => {
    setStart(chosen)
    const template = templates.find(({ id }) => id === chosen)
    if (template && form.getValues('subject') === '') form.setValue('subject', template.subject)
    if (template?.from && form.getValues('from') === '') form.setValue('from', template.from)
  }
  const options = [
    ...(['html', 'mjml'] as const).map((value) => ({ value: String(value), label: texts.starts[value] })),
    ...templates.map(({ id, name }) => ({ value: id, label: texts.template(name) })),
  ]
  return (
    <DialogForm
      submit={texts.create}
      isBusy={create.isPending}
      onSubmit={form.submit(create.mutate)}
      onCancel={onCancel}
    >
      <TextField label={texts.name} hint={texts.nameHint} maxLength={100} {...form.field('name')} />
      <SelectField label={texts.start} value={start} options={options} onChange={choose} />
      <TextField label={texts.subject} maxLength={998} {...form.field('subject')} />
      <TextField label={texts.from} type="email" hint={texts.fromHint} {...form.field('from')} />
    </DialogForm>
  )
}

/** The content of the chosen start. Subject and sender have fields of their own. */
function contentOf(start: Template | string, settings: Project) {
  if (typeof start === 'string') {
    const body = start === 'mjml' ? STARTERS.mjml : STARTERS.html
    return { body, fromName: settings.defaultFromName, replyTo: settings.replyTo }
  }
  const { id, fromName, replyTo } = start
  return {
    template: id,
    body: null,
    fromName: fromName ?? settings.defaultFromName,
    replyTo: replyTo ?? settings.replyTo,
  }
}
