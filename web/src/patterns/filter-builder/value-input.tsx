import { classes } from '../../components/classes.ts'
import { inputClass } from '../../components/forms/field.tsx'
import { localInputText } from '../../components/forms/local-time.ts'
import { Select } from '../../components/forms/select.tsx'
import { useBuilder } from './builder-context.ts'
import type { ValueType } from './condition-forms.ts'
import { builderTexts as texts } from './filter-builder.texts.ts'

type ValueInputProps = {
  label: string
  type: ValueType
  value: unknown
  isInvalid: boolean
  onChange: (value: unknown) => void
}

const YES_NO = [
  { value: 'true' as const, label: texts.yes },
  { value: 'false' as const, label: texts.no },
]

const INPUT_TYPES = { text: 'text', number: 'number', day: 'date', moment: 'datetime-local' } as const
const WIDTHS = { text: 'w-48', number: 'w-28', day: 'w-40', moment: 'w-56' } as const

function readInput(text: string, type: ValueType): unknown {
  if (type === 'text') return text
  if (text === '') return undefined
  if (type === 'number') return Number(text)
  return type === 'moment' ? new Date(text).toISOString() : text
}

export function ValueInput({ label, type, value, isInvalid, onChange }: ValueInputProps) {
  const { isReadOnly } = useBuilder()
  if (type === 'boolean') {
    return (
      <Select
        label={label}
        value={value === false ? 'false' : 'true'}
        options={YES_NO}
        isDisabled={isReadOnly}
        onChange={(chosen) => onChange(chosen === 'true')}
      />
    )
  }
  const text = String((value as string | number | undefined) ?? '')
  const shown = type === 'moment' ? localInputText(new Date(text)) : text
  return (
    <span className={classes('block max-w-full', WIDTHS[type])}>
      <input
        aria-label={label}
        aria-invalid={isInvalid}
        type={INPUT_TYPES[type]}
        {...(type === 'number' && { step: 'any' })}
        {...(type === 'day' && { title: texts.dayHint })}
        value={shown}
        maxLength={500}
        disabled={isReadOnly}
        className={inputClass}
        onChange={({ target }) => onChange(readInput(target.value, type))}
      />
    </span>
  )
}
