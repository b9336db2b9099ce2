import { useId } from 'react'
import { classes } from '../classes.ts'

export type Choice<T extends string> = { value: T; label: string; hint: string }

type ChoiceCardsProps<T extends string> = {
  label: string
  /** undefined: none is chosen yet. */
  value: T | undefined
  choices: readonly Choice<T>[]
  onChange: (value: T) => void
  isDisabled?: boolean
}

export function ChoiceCards<T extends string>(props: ChoiceCardsProps<T>) {
  const { label, value, choices, onChange, isDisabled = false } = props
  const name = useId()
  return (
    <fieldset className="min-w-0" disabled={isDisabled}>
      <legend className="pb-2 text-sm font-semibold">{label}</legend>
      <div className="grid gap-2 sm:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))]">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className={classes(
              'flex cursor-pointer items-start gap-2.5 rounded-xl border bg-panel p-3 shadow-raised transition-colors has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-accent',
              choice.value === value ? 'border-accent bg-accent-soft' : 'border-edge hover:bg-hover',
            )}
          >
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              className="mt-1 size-3.5 accent-accent outline-none"
            />
            <span className="min-w-0">
              <span className="block text-sm font-medium">{choice.label}</span>
              <span className="block text-xs text-soft">{choice.hint}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
