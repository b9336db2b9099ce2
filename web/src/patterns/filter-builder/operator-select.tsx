import { isTimeColumn } from '../../../../src/features/filters/language/filter-fields.schema.ts'
import { Select } from '../../components/forms/select.tsx'
import { useBuilder } from './builder-context.ts'
import { operatorsFor } from './condition-forms.ts'
import { builderTexts as texts } from './filter-builder.texts.ts'

type OperatorProps = { field: string; operator: string; onChange: (operator: string) => void }

export function OperatorSelect({ field, operator, onChange }: OperatorProps) {
  const { isReadOnly } = useBuilder()
  const words: Partial<Record<string, string>> = isTimeColumn(field)
    ? { ...texts.operators, ...texts.timeOperators }
    : texts.operators
  return (
    <Select
      label={texts.operator}
      value={operator}
      options={operatorsFor(field).map((value) => ({ value, label: words[value] ?? value }))}
      isDisabled={isReadOnly}
      onChange={onChange}
    />
  )
}
