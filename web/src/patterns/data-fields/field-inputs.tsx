// The kind and the value of a field, as people edit them.
import { TextArea, TextField } from '../../components/forms/field.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { optionsOf } from '../../components/forms/select.tsx'
import { dataTexts as texts } from './data-fields.texts.ts'
import { withKind } from './field-value.ts'
import type { FieldDraft } from './field-value.ts'

const KINDS = optionsOf(texts.types)
const ANSWERS = optionsOf({ true: texts.yes, false: texts.no })

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
