import type { Weekday } from '../../../../src/platform/time/local-times.schema.ts'
import { WEEKDAY_NAMES } from '../../format/weekdays.ts'

const DAYS = Object.entries(WEEKDAY_NAMES) as [Weekday, string][]

type WeekdayButtonsProps = {
  label: string
  hint: string
  value: readonly string[]
  onChange: (days: Weekday[]) => void
  isDisabled?: boolean
}

export function WeekdayButtons({ label, hint, value, onChange, isDisabled = false }: WeekdayButtonsProps) {
  const toggle = (day: Weekday) =>
    onChange(DAYS.map(([one]) => one).filter((one) => value.includes(one) !== (one === day)))
  return (
    <div role="group" aria-label={label} className="flex flex-col gap-1.5">
      <span aria-hidden className="text-sm font-medium">
        {label}
      </span>
      <div className="flex flex-wrap gap-1">
        {DAYS.map(([day, name]) => (
          <button
            key={day}
            type="button"
            aria-pressed={value.includes(day)}
            disabled={isDisabled}
            onClick={() => toggle(day)}
            className="h-7 rounded-lg border border-edge px-2 text-xs disabled:opacity-60 aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
          >
            {name}
          </button>
        ))}
      </div>
      <p className="text-xs text-soft">{hint}</p>
    </div>
  )
}
