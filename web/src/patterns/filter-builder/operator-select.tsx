import { Select } from '../../components/forms/select.tsx'
import { useBuilder } from './builder-context.ts'
import { operatorsFor } from './condition-forms.ts'
import { builderTexts as texts } from './filter-builder.texts.ts'

const TIMES = new Set(['createdAt', 'updatedAt', 'pausedUntil'])
const isTime = (field: string) => TIMES.has(field)

type OperatorProps = { field: string; operator: string; onChange: (operator: string) => void }

export function OperatorSelect({ field, operator, onChange }: OperatorProps) {
  const { isReadOnly } = useBuilder()
  const words: Partial<Record<string, string>> = isTime(field)
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
