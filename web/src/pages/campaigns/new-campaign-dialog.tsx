import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CampaignCreate } from '../../../../src/features/campaigns/campaigns.schema.ts'
import { createCampaign } from '../../api/sending/campaigns.ts'
import { projectQuery } from '../../api/project/project.ts'
import type { Project } from '../../api/project/project.ts'
import { templateListQuery } from '../../api/content/templates.ts'
import { useRecordPages } from '../../app/record-link.tsx'
import { useChange } from '../../app/use-change.ts'
import { useProject } from '../../app/use-project.ts'
import { TextField } from '../../components/forms/field.tsx'
import { Dialog, DialogForm } from '../../components/overlays/dialog.tsx'
import { STARTERS } from '../../patterns/email-editor/starters.ts'
import { StartPicker } from '../../patterns/gallery/start-picker.tsx'
import type { Start } from '../../patterns/gallery/start.ts'
import { usePresets } from '../../patterns/gallery/use-presets.ts'
import { newDocument } from '../../patterns/visual-editor/model/block-document.ts'
import { useSchemaForm } from '../../components/forms/use-schema-form.ts'
import { campaigns } from './campaigns.texts.ts'

const { form: texts } = campaigns

const EMPTY = (['blocks', 'html', 'mjml'] as const).map((id) => ({
  from: 'empty' as const,
  id,
  ...texts.starts[id],
}))

export function NewCampaignDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { api } = useProject()
  const { data: project } = useQuery({ ...projectQuery(api), enabled: isOpen })
  return (
    <Dialog
      title={texts.title}
      description={texts.text}
      width="wide"
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
  const [start, setStart] = useState<Start>(EMPTY[0] as Start)
  const form = useSchemaForm(CampaignCreate, {
    name: '',
    subject: '',
    body: STARTERS.html,
    from: settings.defaultFrom ?? '',
    audienceType: 'ALL',
  })
  const preset = usePresets({
    get: (field: 'name' | 'subject' | 'from') => form.getValues(field) ?? '',
    set: (field, value) => form.setValue(field, value),
  })
  const create = useChange({
    call: (_, campaign: Parameters<typeof createCampaign>[1]) =>
      createCampaign(api, { ...campaign, ...contentOf(start, settings) }),
    refreshes: ['/campaigns'],
    form,
    onSuccess: ({ id }) => open('campaign', id),
  })
  const choose = (chosen: Start) => {
    setStart(chosen)
    if (chosen.from === 'gallery') preset({ name: chosen.item.name, subject: chosen.item.subject })
    if (chosen.from !== 'template') return
    const { subject, from } = chosen.template
    preset({ subject, ...(from !== null && { from }) })
  }
  return (
    <DialogForm
      submit={texts.create}
      isBusy={create.isPending}
      onSubmit={form.submit(create.mutate)}
      onCancel={onCancel}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={texts.name} hint={texts.nameHint} maxLength={100} {...form.field('name')} />
        <TextField label={texts.from} type="email" hint={texts.fromHint} {...form.field('from')} />
      </div>
      <TextField label={texts.subject} maxLength={998} {...form.field('subject')} />
      <StartPicker empty={EMPTY} templates={templates} type="MARKETING" value={start} onChange={choose} />
    </DialogForm>
  )
}

/** Replaces the body of the form, which only makes it valid. Subject and sender have fields of their own. */
function contentOf(start: Start, settings: Project) {
  const sender = { fromName: settings.defaultFromName, replyTo: settings.replyTo }
  if (start.from === 'gallery') {
    const { blocks, previewText } = start.item
    return { body: null, blocks, previewText, ...sender }
  }
  if (start.from === 'empty') {
    if (start.id === 'html' || start.id === 'mjml') return { body: STARTERS[start.id], ...sender }
    return { body: null, blocks: newDocument(), ...sender }
  }
  const { id, fromName, replyTo } = start.template
  return {
    template: id,
    body: null,
    fromName: fromName ?? settings.defaultFromName,
    replyTo: replyTo ?? settings.replyTo,
  }
}
