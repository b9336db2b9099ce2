// The settings of a form on the left, its page on the right.
import { useProject } from '../../../app/use-project.ts'
import { TextArea, TextField } from '../../../components/forms/field.tsx'
import { SwitchRow } from '../../../components/forms/switch-row.tsx'
import { Card } from '../../../components/page.tsx'
import { editorTexts as texts } from '../forms.texts.ts'
import { FieldsCard } from './fields-card.tsx'
import { problemIn } from './form-draft.ts'
import { FormPreview } from './form-preview.tsx'
import type { PartProps } from './part-props.ts'
import { SignUpCard } from './sign-up-card.tsx'
import type { EditedForm } from './use-form-draft.ts'

type FormEditorProps = { edited: EditedForm; problems: PartProps['problems'] }

export function FormEditor({ edited, problems }: FormEditorProps) {
  const { may } = useProject()
  const { base, draft, change } = edited
  const part = { draft, change, problems, isReadOnly: !may('member') }
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,28rem)]">
      <div className="flex min-w-0 flex-col gap-4">
        <BasicsCard {...part} />
        <FieldsCard {...part} savedKeys={base.fields.map(({ key }) => key)} />
        <SignUpCard {...part} />
        <WordsCard {...part} />
        <OriginsCard {...part} />
      </div>
      <div className="min-w-0 lg:sticky lg:top-0">
        <FormPreview draft={draft} />
      </div>
    </div>
  )
}

function BasicsCard({ draft, change, problems, isReadOnly }: PartProps) {
  return (
    <Card title={texts.basics}>
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        error={problems['name']}
        value={draft.name}
        maxLength={100}
        disabled={isReadOnly}
        onText={(name) => change({ name })}
      />
      <div className="pt-2">
        <SwitchRow
          label={texts.enabled}
          hint={texts.enabledHint}
          isOn={draft.enabled}
          isDisabled={isReadOnly}
          onChange={(enabled) => change({ enabled })}
        />
      </div>
    </Card>
  )
}

function WordsCard({ draft, change, problems, isReadOnly }: PartProps) {
  const { words } = texts
  return (
    <Card title={words.title}>
      <div className="flex flex-col gap-4">
        <TextArea
          label={words.consent}
          hint={words.consentHint}
          error={problems['consentText']}
          rows={3}
          value={draft.consentText}
          maxLength={5000}
          disabled={isReadOnly}
          onText={(consentText) => change({ consentText })}
        />
        <TextField
          label={words.submit}
          hint={words.submitHint}
          error={problems['submitLabel']}
          value={draft.submitLabel}
          maxLength={100}
          disabled={isReadOnly}
          onText={(submitLabel) => change({ submitLabel })}
        />
        <TextArea
          label={words.success}
          hint={words.successHint}
          error={problems['successText']}
          rows={3}
          value={draft.successText}
          maxLength={5000}
          disabled={isReadOnly}
          onText={(successText) => change({ successText })}
        />
        <TextField
          label={words.redirect}
          hint={words.redirectHint}
          error={problems['redirectUrl']}
          type="url"
          placeholder="https://"
          value={draft.redirectUrl}
          maxLength={2048}
          disabled={isReadOnly}
          onText={(redirectUrl) => change({ redirectUrl })}
        />
      </div>
    </Card>
  )
}

function OriginsCard({ draft, change, problems, isReadOnly }: PartProps) {
  const { origins } = texts
  return (
    <Card title={origins.title}>
      <TextArea
        label={origins.label}
        hint={origins.hint}
        error={problemIn(problems, 'allowedOrigins')}
        rows={3}
        spellCheck={false}
        value={draft.allowedOrigins}
        disabled={isReadOnly}
        onText={(allowedOrigins) => change({ allowedOrigins })}
      />
    </Card>
  )
}
