import { Select } from '../../components/forms/select.tsx'
import { listTexts as texts } from './list.texts.ts'

const ANY = 'any'

type FilterSelectProps<Value extends string> = {
  label: string
  /** Undefined for any. */
  value: Value | undefined
  values: readonly Value[]
  names: Readonly<Record<Value, string>>
  onChange: (value: Value | undefined) => void
}

/** Above a list: shows only the rows that have the chosen value. */
export function FilterSelect<Value extends string>({
  label,
  value,
  values,
  names,
  onChange,
}: FilterSelectProps<Value>) {
  return (
    <Select<Value | typeof ANY>
      label={label}
      prefix={`${label}:`}
      value={value ?? ANY}
      options={[
        { value: ANY, label: texts.any },
        ...values.map((one) => ({ value: one, label: names[one] })),
      ]}
      onChange={(chosen) => onChange(chosen === ANY ? undefined : chosen)}
    />
  )
}
