import { Button } from '../../../../components/forms/button.tsx'
import { TextArea, TextField } from '../../../../components/forms/field.tsx'
import { SelectField } from '../../../../components/forms/select-field.tsx'
import { optionsOf } from '../../../../components/forms/select.tsx'
import type { FormEvent, ReactNode } from 'react'
import { profile } from '../profile.texts.ts'
import { withKind } from './field-value.ts'
import type { FieldDraft } from './field-value.ts'

const { fields: texts } = profile

const KINDS = optionsOf(texts.types)
const ANSWERS = optionsOf({ true: texts.yes, false: texts.no })

type FieldFormProps = {
  /** Above the value: the name of a new field. */
  name?: ReactNode
  draft: FieldDraft
  error: string | undefined
  isBusy: boolean
  onChange: (draft: FieldDraft) => void
  onSave: () => void
  onCancel: () => void
}

/** One form to add a field and to change one. */
export function FieldForm({ name, draft, error, isBusy, onChange, onSave, onCancel }: FieldFormProps) {
  return (
    <form
      className="flex flex-col gap-3 rounded-lg bg-sunken p-3"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (!isBusy) onSave()
      }}
    >
      {name}
      <KindField draft={draft} onChange={onChange} />
      <ValueField draft={draft} error={error} onText={(text) => onChange({ ...draft, text })} />
      <div className="flex gap-2">
        <Button type="submit" size="small" look="primary" isBusy={isBusy}>
          {texts.save}
        </Button>
        <Button size="small" onClick={onCancel}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  )
}

type KindFieldProps = { draft: FieldDraft; onChange: (draft: FieldDraft) => void }

export const KindField = ({ draft, onChange }: KindFieldProps) => (
  <SelectField
    label={texts.type}
    value={draft.kind}
    options={KINDS}
    onChange={(kind) => onChange(withKind(draft, kind))}
  />
)

type ValueFieldProps = { draft: FieldDraft; error: string | undefined; onText: (text: string) => void }

export function ValueField({ draft: { kind, text }, error, onText }: ValueFieldProps) {
  if (kind === 'boolean') {
    const value = text === 'true' ? 'true' : 'false'
    return <SelectField label={texts.value} value={value} options={ANSWERS} onChange={onText} />
  }
  if (kind === 'list') {
    return <TextArea label={texts.value} hint={texts.listHint} value={text} error={error} onText={onText} />
  }
  return (
    <TextField
      label={texts.value}
      type={kind === 'date' ? 'date' : 'text'}
      inputMode={kind === 'number' ? 'decimal' : undefined}
      value={text}
      error={error}
      onText={onText}
    />
  )
}
