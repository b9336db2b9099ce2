import type { Duration } from '../../../../src/features/filters/filter-dates.schema.ts'
import { inputClass } from '../../components/forms/field.tsx'
import { Select, optionsOf } from '../../components/forms/select.tsx'
import { useBuilder } from './builder-context.ts'
import { builderTexts as texts } from './filter-builder.texts.ts'

const UNITS = optionsOf(texts.units)

export function DurationInput({ value, onChange }: { value: unknown; onChange: (value: Duration) => void }) {
  const { isReadOnly } = useBuilder()
  const { amount, unit = 'days' } = (value ?? {}) as Partial<Duration>
  return (
    <span className="flex items-center gap-1.5">
      <span className="block w-20">
        <input
          type="number"
          aria-label={texts.amount}
          min={1}
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
      <Select
        label={texts.unit}
        value={unit}
        options={UNITS}
        isDisabled={isReadOnly}
        onChange={(chosen) => onChange({ ...((value ?? {}) as Duration), unit: chosen })}
      />
    </span>
  )
}
