import { Checkbox as Base } from '@base-ui/react/checkbox'
import { Switch as BaseSwitch } from '@base-ui/react/switch'
import { Check, Minus } from 'lucide-react'

type CheckboxProps = {
  label: string
  isChecked: boolean
  isIndeterminate?: boolean
  isDisabled?: boolean
  onChange: (isChecked: boolean) => void
}

/** Without a visible label: for tables. */
export function Checkbox({
  label,
  isChecked,
  isIndeterminate = false,
  isDisabled = false,
  onChange,
}: CheckboxProps) {
  return (
    <Base.Root
      aria-label={label}
      checked={isChecked}
      indeterminate={isIndeterminate}
      disabled={isDisabled}
      onCheckedChange={onChange}
      className="flex size-4 items-center justify-center rounded border border-edge bg-panel transition-colors hover:border-faint data-[checked]:border-accent data-[checked]:bg-accent data-[indeterminate]:border-accent data-[indeterminate]:bg-accent"
    >
      <Base.Indicator className="text-on-accent [&_svg]:size-3">
        {isIndeterminate ? <Minus strokeWidth={3} /> : <Check strokeWidth={3} />}
      </Base.Indicator>
    </Base.Root>
  )
}

type SwitchProps = { label: string; isOn: boolean; onChange: (isOn: boolean) => void; isDisabled?: boolean }

export function Switch({ label, isOn, onChange, isDisabled = false }: SwitchProps) {
  return (
    <BaseSwitch.Root
      aria-label={label}
      checked={isOn}
      disabled={isDisabled}
      onCheckedChange={onChange}
      className="relative flex h-5 w-9 shrink-0 items-center rounded-full bg-faint transition-colors data-[checked]:bg-accent data-[disabled]:opacity-50"
    >
      <BaseSwitch.Thumb className="block size-4 translate-x-0.5 rounded-full bg-panel shadow-raised transition-transform data-[checked]:translate-x-[1.125rem]" />
    </BaseSwitch.Root>
  )
}
