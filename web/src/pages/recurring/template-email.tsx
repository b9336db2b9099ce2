// The email of a recurring campaign as a template, which the visual editor opens. Each run copies it.
import { useQuery } from '@tanstack/react-query'
import { Brush } from 'lucide-react'
import { createTemplate, renderedTemplateQuery, templateQuery } from '../../api/content/templates.ts'
import { RecordLink } from '../../app/record-link.tsx'
import { useChange } from '../../app/use-change.ts'
import { useProject } from '../../app/use-project.ts'
import { Button, buttonClass } from '../../components/forms/button.tsx'
import { EmailThumbnail } from '../../patterns/email/email-thumbnail.tsx'
import { newDocument } from '../../patterns/visual-editor/model/block-document.ts'
import { editorTexts } from './recurring.texts.ts'
import type { RecurringDraft } from './use-recurring-draft.ts'

const { email: texts } = editorTexts

export function TemplateEmail({ templateId }: { templateId: string }) {
  const { api } = useProject()
  const { data: template } = useQuery(templateQuery(api, templateId))
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-sm text-soft">{texts.templateHint}</p>
      {template && (
        <>
          <EmailThumbnail
            title={template.name}
            query={renderedTemplateQuery(api, template)}
            size="half"
            className="h-44 w-full rounded-lg border border-line"
          />
          <RecordLink kind="template" id={template.id} className={buttonClass({ size: 'small' })}>
            <Brush className="size-4" aria-hidden />
            {texts.editTemplate}
          </RecordLink>
        </>
      )}
    </div>
  )
}

type OfferProps = { fields: RecurringDraft['fields']; onCreated: (templateId: string) => void }

/** Continues an email that is written as code with blocks: in a new template. */
export function OfferTemplate({ fields, onCreated }: OfferProps) {
  const name = fields.name.trim() || editorTexts.newTitle
  const create = useChange({
    call: (api) =>
      createTemplate(api, {
        name,
        subject: fields.subject || name,
        previewText: fields.previewText ?? null,
        type: 'MARKETING',
        blocks: newDocument(),
      }),
    done: texts.made,
    refreshes: ['/templates'],
    onSuccess: ({ id }) => onCreated(id),
  })
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 rounded-lg border border-line p-3">
      <p className="text-sm text-soft">{texts.offer}</p>
      <Button size="small" icon={<Brush />} isBusy={create.isPending} onClick={() => create.mutate()}>
        {texts.make}
      </Button>
    </div>
  )
}
