import { useQuery } from '@tanstack/react-query'
import { segmentNamesQuery } from '../../api/audience/segments.ts'
import { useProject } from '../../app/use-project.ts'
import { TextField } from '../../components/forms/field.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { Card } from '../../components/page.tsx'
import { BodyEditor } from '../../patterns/email-editor/body-editor.tsx'
import { STARTERS } from '../../patterns/email-editor/starters.ts'
import { TemplateSelect } from '../../patterns/templates/template-select.tsx'
import { TopicSelect } from '../../patterns/topics/topic-select.tsx'
import { FeedCard } from './feed-card.tsx'
import { editorTexts as texts } from './recurring.texts.ts'
import { RecurringSettings, RecurringVariants } from './recurring-settings.tsx'
import { ScheduleCard } from './schedule-card.tsx'
import { OfferTemplate, TemplateEmail } from './template-email.tsx'
import type { RecurringDraft } from './use-recurring-draft.ts'

type EditorProps = { draft: RecurringDraft; isReadOnly: boolean }

export function RecurringEditor({ draft, isReadOnly }: EditorProps) {
  const { fields, problems, change } = draft
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="flex min-w-0 flex-col gap-4">
        <Card title={texts.general}>
          <TextField
            label={texts.name}
            hint={texts.nameHint}
            maxLength={100}
            disabled={isReadOnly}
            value={fields.name}
            error={problems['name']}
            onText={(name) => change({ name })}
          />
        </Card>
        <EmailCard draft={draft} isReadOnly={isReadOnly} />
        <RecurringSettings draft={draft} isReadOnly={isReadOnly} />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <ScheduleCard draft={draft} isReadOnly={isReadOnly} />
        <AudienceCard draft={draft} isReadOnly={isReadOnly} />
        <FeedCard draft={draft} isReadOnly={isReadOnly} />
      </div>
    </div>
  )
}

function EmailCard({ draft, isReadOnly }: EditorProps) {
  const { fields, problems, change } = draft
  const { email } = texts
  const hasTemplate = Boolean(fields.template)
  return (
    <Card title={email.title}>
      <fieldset disabled={isReadOnly} className="flex min-w-0 flex-col gap-4">
        <TemplateSelect
          value={fields.template ?? ''}
          texts={email.template}
          isOptional
          isDisabled={isReadOnly}
          error={problems['template']}
          onChange={(id) => change(id === '' ? ownContent(fields) : contentOfTemplate(fields, id))}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={email.from}
            hint={hasTemplate ? email.fromTemplateHint : email.fromHint}
            type="email"
            value={fields.from ?? ''}
            error={problems['from']}
            onText={(from) => change({ from: from === '' && hasTemplate ? null : from })}
          />
          <TextField
            label={email.fromName}
            maxLength={100}
            value={fields.fromName ?? ''}
            error={problems['fromName']}
            onText={(text) => change({ fromName: text || null })}
          />
          <TextField
            label={email.replyTo}
            hint={email.replyToHint}
            type="email"
            value={fields.replyTo ?? ''}
            error={problems['replyTo']}
            onText={(text) => change({ replyTo: text || null })}
          />
        </div>
        {hasTemplate ? (
          <TemplateEmail templateId={fields.template ?? ''} />
        ) : (
          <>
            {!isReadOnly && (
              <OfferTemplate fields={fields} onCreated={(id) => change(contentOfTemplate(fields, id))} />
            )}
            <OwnContent draft={draft} isReadOnly={isReadOnly} />
          </>
        )}
        <RecurringVariants draft={draft} isReadOnly={isReadOnly} />
      </fieldset>
    </Card>
  )
}

type Content = Partial<RecurringDraft['fields']>

const ownContent = ({ from }: RecurringDraft['fields']): Content => ({
  template: null,
  subject: '',
  body: STARTERS.html,
  from: from ?? '',
})

const contentOfTemplate = ({ from }: RecurringDraft['fields'], template: string): Content => ({
  template,
  subject: null,
  previewText: null,
  body: null,
  from: from || null,
})

function OwnContent({ draft: { fields, problems, change }, isReadOnly }: EditorProps) {
  const { email } = texts
  return (
    <>
      <TextField
        label={email.subject}
        maxLength={998}
        value={fields.subject ?? ''}
        error={problems['subject']}
        onText={(subject) => change({ subject })}
      />
      <TextField
        label={email.previewText}
        maxLength={255}
        value={fields.previewText ?? ''}
        error={problems['previewText']}
        onText={(text) => change({ previewText: text || null })}
      />
      <div className="flex flex-col gap-1.5">
        <span aria-hidden className="text-sm font-medium">
          {email.body}
        </span>
        <div className="h-96 overflow-hidden rounded-lg border border-edge">
          <BodyEditor
            value={fields.body ?? ''}
            onChange={(body) => change({ body })}
            isReadOnly={isReadOnly}
          />
        </div>
        {problems['body'] !== undefined && (
          <p role="alert" className="text-xs font-medium text-bad">
            {problems['body']}
          </p>
        )}
      </div>
    </>
  )
}

const EVERYBODY = 'ALL'
const FILTERED = 'FILTERED'

function AudienceCard({ draft: { fields, problems, change }, isReadOnly }: EditorProps) {
  const { api } = useProject()
  const { audience } = texts
  const { data: segments = [] } = useQuery(segmentNamesQuery(api))
  const { audienceType, segmentId = null } = fields
  const value = audienceType === 'SEGMENT' ? (segmentId ?? EVERYBODY) : audienceType
  const choose = (chosen: string) =>
    change(
      chosen === EVERYBODY
        ? { audienceType: 'ALL', segmentId: null, audienceFilter: null }
        : { audienceType: 'SEGMENT', segmentId: chosen, audienceFilter: null },
    )
  return (
    <Card title={audience.title}>
      <div className="flex flex-col gap-4">
        <SelectField
          label={audience.segment}
          value={value}
          options={[
            { value: EVERYBODY, label: audience.everybody },
            ...(value === FILTERED ? [{ value: FILTERED, label: audience.filter }] : []),
            ...segments.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          error={problems['segmentId']}
          isDisabled={isReadOnly}
          onChange={choose}
        />
        <TopicSelect
          value={fields.topic ?? null}
          error={problems['topic']}
          isDisabled={isReadOnly}
          onChange={(topic) => change({ topic })}
        />
      </div>
    </Card>
  )
}
