import { Copyable } from '../../components/copy-button.tsx'
import { TextArea, TextField } from '../../components/forms/field.tsx'
import { Facts } from '../../components/page.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { editor } from './editor.texts.ts'
import type { TextFieldName } from './template-fields.ts'
import { templates } from './templates.texts.ts'
import type { TemplateDraft } from './use-template-draft.ts'
import { optionsOf } from '../../components/forms/select.tsx'
import { TopicSelect } from '../../patterns/topics/topic-select.tsx'

const { details: texts } = editor

const TYPES = optionsOf(templates.types)

type DetailsPaneProps = { draft: TemplateDraft; isReadOnly: boolean; errors: Record<string, string> }

export function DetailsPane({ draft, isReadOnly, errors }: DetailsPaneProps) {
  const { base, fields, change } = draft
  const field = (name: TextFieldName) => ({
    value: fields[name],
    disabled: isReadOnly,
    error: errors[name],
    onText: (text: string) => change({ [name]: text }),
  })
  return (
    <div className="min-h-0 grow overflow-y-auto">
      <div className="flex max-w-xl flex-col gap-4 p-4">
        <TextField label={texts.name} maxLength={100} {...field('name')} />
        <SelectField
          label={texts.type}
          hint={texts.typeHint}
          value={fields.type}
          options={TYPES}
          isDisabled={isReadOnly}
          onChange={(type) => change({ type })}
        />
        {(fields.type === 'MARKETING' || fields.topic !== '') && (
          <div>
            <TopicSelect
              value={fields.topic === '' ? null : fields.topic}
              onChange={(topic) => change({ topic: topic ?? '' })}
              isDisabled={isReadOnly}
              error={errors['topic']}
            />
            {fields.type === 'TRANSACTIONAL' && (
              <p className="pt-1 text-xs text-warn">{texts.topicIgnored}</p>
            )}
          </div>
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label={texts.from} type="email" hint={texts.fromHint} {...field('from')} />
          <TextField label={texts.fromName} maxLength={100} {...field('fromName')} />
        </div>
        <TextField label={texts.replyTo} type="email" {...field('replyTo')} />
        <TextField label={texts.alias} hint={texts.aliasHint} maxLength={100} {...field('alias')} />
        <TextField label={texts.description} maxLength={500} {...field('description')} />
        <TextArea label={texts.text} hint={texts.textHint} rows={6} {...field('text')} />
        <Facts facts={[[templates.id, <Copyable key="id" text={base.id} label={templates.copyId} />]]} />
      </div>
    </div>
  )
}
