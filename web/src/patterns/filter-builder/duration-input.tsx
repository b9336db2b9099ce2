import type { Duration } from '../../../../src/features/filters/filter-dates.schema.ts'
import { inputClass } from '../../components/forms/field.tsx'
import { Select, optionsOf } from '../../components/forms/select.tsx'
import { useBuilder } from './builder-context.ts'
import { builderTexts as texts } from './filter-builder.texts.ts'

const UNITS = optionsOf(texts.units)

type DurationInputProps = {
  value: unknown
  /** Counts days from today, which is 0. */
  isInDays?: boolean
  onChange: (value: Duration) => void
}

export function DurationInput({ value, isInDays = false, onChange }: DurationInputProps) {
  const { isReadOnly } = useBuilder()
  const { amount, unit = 'days' } = (value ?? {}) as Partial<Duration>
  return (
    <span className="flex items-center gap-1.5">
      <span className="block w-20">
        <input
          type="number"
          aria-label={texts.amount}
          min={isInDays ? 0 : 1}
          step={1}
          value={amount ?? ''}
          disabled={isReadOnly}
          className={inputClass}
          onChange={({ target }) =>
            // An empty field has no amount, which the schema reports.
            onChange({ unit, ...(target.value !== '' && { amount: Number(target.value) }) } as Duration)
          }
        />
      </span>
      {isInDays ? (
        <span className="text-sm text-soft">{texts.units.days}</span>
      ) : (
        <Select
          label={texts.unit}
          value={unit}
          options={UNITS}
          isDisabled={isReadOnly}
          onChange={(chosen) => onChange({ ...((value ?? {}) as Duration), unit: chosen })}
        />
      )}
    </span>
  )
}
