import { Switch } from './checkbox.tsx'

type SwitchRowProps = {
  label: string
  hint?: string
  isOn: boolean
  onChange: (isOn: boolean) => void
  isDisabled?: boolean
}

export function SwitchRow({ label, hint, ...props }: SwitchRowProps) {
  return (
    <div className="flex items-center justify-between gap-4 py-2">
      <div className="min-w-0">
        <p aria-hidden className="text-sm font-medium">
          {label}
        </p>
        {hint !== undefined && <p className="text-xs text-soft">{hint}</p>}
      </div>
      <Switch label={label} {...props} />
    </div>
  )
}
