import { TextField } from '../../../components/forms/field.tsx'
import { SelectField } from '../../../components/forms/select-field.tsx'
import { useVariables } from '../../../patterns/email-editor/use-variables.ts'
import { LiquidArea, LiquidField } from '../../../patterns/field-picker/liquid-field.tsx'
import { TemplateSelect } from '../../../patterns/templates/template-select.tsx'
import { TopicSelect } from '../../../patterns/topics/topic-select.tsx'
import { newDocument } from '../../../patterns/visual-editor/model/block-document.ts'
import { textOf } from '../model/step-labels.ts'
import { inspector } from '../inspector.texts.ts'
import { textField } from './form-parts.tsx'
import type { FormProps } from './form-parts.tsx'
import { StepEmailButton } from './step-email.tsx'
import { TemplatePreviewButton } from './template-preview.tsx'
import { optionsOf } from '../../../components/forms/select.tsx'

const { email: texts } = inspector

const KINDS = (['template', 'blocks', 'own'] as const).map((value) => ({ value, label: texts[value] }))
const TYPES = optionsOf(texts.types)
const REQUIRED = new Set(['subject', 'body'])
const EMPTY = {
  templateId: undefined,
  subject: undefined,
  body: undefined,
  blocks: undefined,
  from: undefined,
  fromName: undefined,
  replyTo: undefined,
  type: undefined,
}

export function EmailForm(props: FormProps) {
  const { step, change, isReadOnly } = props
  const kind = kindOf(step)
  const isOwn = kind !== 'template'
  const choose = (chosen: EmailKind) => change({ ...EMPTY, ...startOf(chosen) }, 'kind')
  return (
    <>
      <SelectField
        label={texts.kind}
        value={kind}
        options={KINDS}
        isDisabled={isReadOnly}
        onChange={choose}
      />
      {isOwn ? <OwnEmail {...props} /> : <TemplateChoice {...props} />}
      {step.config['type'] !== 'TRANSACTIONAL' && (
        <TopicSelect
          value={textOf(step.config, 'topic') || null}
          onChange={(topic) => change({ topic: topic ?? undefined }, 'topic')}
          isDisabled={isReadOnly}
          error={props.errors['config.topic']}
          {...(!isOwn && { none: texts.topicOfTemplate })}
        />
      )}
      <TextField
        label={texts.to}
        hint={texts.toHint}
        type="email"
        {...textField(props, 'to')}
        value={textOf(step.config, 'to') === 'contact' ? '' : textOf(step.config, 'to')}
      />
    </>
  )
}

type EmailKind = (typeof KINDS)[number]['value']

function kindOf({ config }: FormProps['step']): EmailKind {
  if ((config['blocks'] ?? null) !== null) return 'blocks'
  return ['subject', 'body'].some((key) => config[key] !== undefined) ? 'own' : 'template'
}

function startOf(kind: EmailKind): Record<string, unknown> {
  if (kind === 'blocks') return { subject: '', blocks: newDocument() }
  return kind === 'own' ? { subject: '', body: '<p>Hello {{ name }}</p>' } : {}
}

function TemplateChoice({ step, errors, change, isReadOnly }: FormProps) {
  const templateId = textOf(step.config, 'templateId')
  return (
    <>
      <TemplateSelect
        value={templateId}
        texts={texts}
        isDisabled={isReadOnly}
        error={errors['config.templateId'] ?? errors['config.subject'] ?? errors['config.body']}
        onChange={(id) => change({ ...EMPTY, templateId: id }, 'template')}
      />
      {templateId !== '' && <TemplatePreviewButton key={templateId} templateId={templateId} />}
    </>
  )
}

function OwnEmail({ step, errors, change, isReadOnly }: FormProps) {
  const variables = useVariables()
  const field = (name: 'subject' | 'body' | 'from' | 'fromName' | 'replyTo') => ({
    value: textOf(step.config, name),
    error: errors[`config.${name}`],
    onText: (text: string) => change({ [name]: text || (REQUIRED.has(name) ? '' : undefined) }, name),
  })
  return (
    <>
      <LiquidField
        fields={variables}
        label={texts.subject}
        maxLength={998}
        disabled={isReadOnly}
        {...field('subject')}
      />
      {kindOf(step) === 'own' && (
        <LiquidArea
          fields={variables}
          label={texts.body}
          rows={8}
          spellCheck={false}
          disabled={isReadOnly}
          {...field('body')}
        />
      )}
      <StepEmailButton step={step} errors={errors} change={change} isReadOnly={isReadOnly} />
      <TextField label={texts.from} type="email" hint={texts.fromHint} {...field('from')} />
      <TextField label={texts.fromName} maxLength={100} {...field('fromName')} />
      <TextField label={texts.replyTo} type="email" {...field('replyTo')} />
      <SelectField
        label={texts.type}
        hint={texts.typeHint}
        value={(step.config['type'] ?? 'MARKETING') as (typeof TYPES)[number]['value']}
        options={TYPES}
        isDisabled={isReadOnly}
        onChange={(type) => change({ type, ...(type === 'TRANSACTIONAL' && { topic: undefined }) }, 'type')}
      />
    </>
  )
}
