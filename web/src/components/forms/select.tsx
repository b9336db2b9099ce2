import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronsUpDown } from 'lucide-react'
import { classes } from '../classes.ts'

export type Option<T extends string> = { value: T; label: string }

/** One option per name, in their order. */
export const optionsOf = <T extends string>(names: Readonly<Record<T, string>>): Option<T>[] =>
  (Object.entries(names) as [T, string][]).map(([value, label]) => ({ value, label }))

type SelectProps<T extends string> = {
  label: string
  value: T
  options: readonly Option<T>[]
  onChange: (value: T) => void
  /** Shown before the choice: "Status: Sent". */
  prefix?: string
  isWide?: boolean
  isDisabled?: boolean
}

export function Select<T extends string>({
  label,
  value,
  options,
  onChange,
  prefix,
  isWide = false,
  isDisabled = false,
}: SelectProps<T>) {
  return (
    <Base.Root
      items={[...options]}
      value={value}
      disabled={isDisabled}
      onValueChange={(chosen) => {
        if (chosen !== null) onChange(chosen)
      }}
    >
      <Base.Trigger
        aria-label={label}
        className={classes(
          'inline-flex h-9 items-center gap-2 rounded-lg border border-edge bg-panel px-3 text-sm shadow-raised transition-colors hover:bg-hover data-[disabled]:opacity-60',
          isWide && 'w-full justify-between',
        )}
      >
        <span className="truncate">
          {prefix !== undefined && <span className="text-soft">{prefix} </span>}
          <Base.Value />
        </span>
        <Base.Icon className="text-soft">
          <ChevronsUpDown className="size-3.5" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={6} alignItemWithTrigger={false} className="z-50">
          <Base.Popup className="popup-motion max-h-80 min-w-[var(--anchor-width)] overflow-y-auto rounded-xl border border-line bg-panel p-1 shadow-popup outline-none">
            {options.map((option) => (
              <Base.Item
                key={option.value}
                value={option.value}
                className="flex h-8 cursor-default items-center gap-2 rounded-lg pr-8 pl-2 text-sm outline-none select-none data-[highlighted]:bg-hover"
              >
                <span className="flex size-4 items-center">
                  <Base.ItemIndicator>
                    <Check className="size-4 text-accent-text" />
                  </Base.ItemIndicator>
                </span>
                <Base.ItemText>{option.label}</Base.ItemText>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
