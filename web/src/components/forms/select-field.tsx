import type { ReactNode } from 'react'
import { Select } from './select.tsx'
import type { Option } from './select.tsx'

type SelectFieldProps<T extends string> = {
  label: string
  value: T
  options: readonly Option<T>[]
  onChange: (value: T) => void
  hint?: ReactNode
  error?: string | undefined
  isDisabled?: boolean
}

export function SelectField<T extends string>({ label, hint, error, ...select }: SelectFieldProps<T>) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      {/* The select has the label for screen readers. */}
      <span aria-hidden className="text-sm font-medium">
        {label}
      </span>
      <Select label={label} isWide {...select} />
      {hint !== undefined && <p className="text-xs text-soft">{hint}</p>}
      {error !== undefined && <p className="text-xs font-medium text-bad">{error}</p>}
    </div>
  )
}
