// The kind and the value of a field, as people edit them.
import { TextArea, TextField } from '../../components/forms/field.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { optionsOf } from '../../components/forms/select.tsx'
import { dataTexts as texts } from './data-fields.texts.ts'
import { withKind } from './field-value.ts'
import type { FieldDraft, FieldKind } from './field-value.ts'

type KindOption = { value: FieldKind; label: string }

const KINDS: readonly KindOption[] = optionsOf(texts.types)
const KINDS_OR_NONE: readonly KindOption[] = [...KINDS, { value: 'clear', label: texts.clear }]
const ANSWERS = optionsOf({ true: texts.yes, false: texts.no })

type KindFieldProps = {
  draft: FieldDraft
  canClear?: boolean
  isReadOnly?: boolean
  onChange: (draft: FieldDraft) => void
}

export const KindField = ({ draft, canClear = false, isReadOnly = false, onChange }: KindFieldProps) => (
  <SelectField
    label={texts.type}
    value={draft.kind}
    options={canClear || draft.kind === 'clear' ? KINDS_OR_NONE : KINDS}
    isDisabled={isReadOnly}
    onChange={(kind) => onChange(withKind(draft, kind))}
  />
)

type ValueFieldProps = {
  draft: FieldDraft
  error: string | undefined
  isReadOnly?: boolean
  onText: (text: string) => void
}

export function ValueField({ draft: { kind, text }, error, isReadOnly = false, onText }: ValueFieldProps) {
  if (kind === 'clear') return null
  if (kind === 'boolean') {
    const value = text === 'true' ? 'true' : 'false'
    return (
      <SelectField
        label={texts.value}
        value={value}
        options={ANSWERS}
        isDisabled={isReadOnly}
        onChange={onText}
      />
    )
  }
  if (kind === 'list') {
    return (
      <TextArea
        label={texts.value}
        hint={texts.listHint}
        value={text}
        error={error}
        disabled={isReadOnly}
        onText={onText}
      />
    )
  }
  return (
    <TextField
      label={texts.value}
      type={kind === 'date' ? 'date' : 'text'}
      inputMode={kind === 'number' ? 'decimal' : undefined}
      value={text}
      error={error}
      disabled={isReadOnly}
      onText={onText}
    />
  )
}
