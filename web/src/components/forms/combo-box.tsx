// A select with many options, with a field that filters them.
import { Combobox as Base } from '@base-ui/react/combobox'
import { Check, ChevronsUpDown } from 'lucide-react'
import { useState } from 'react'
import { classes } from '../classes.ts'
import { components as texts } from '../components.texts.ts'
import type { Option } from './select.tsx'

export type ComboGroup = { label: string; options: readonly Option<string>[] }

type ComboBoxProps = {
  label: string
  chosen: Option<string> | undefined
  placeholder: string
  groupsFor: (typed: string) => readonly ComboGroup[]
  onChange: (value: string) => void
  onType?: (typed: string) => void
  isOpenAtFirst?: boolean
  isInvalid?: boolean
  isDisabled?: boolean
}

/** Options whose label contains the typed text, without empty groups. */
export const matchingGroups = (groups: readonly ComboGroup[], typed: string): ComboGroup[] =>
  groups
    .map(({ label, options }) => ({
      label,
      options: options.filter((option) => option.label.toLowerCase().includes(typed.trim().toLowerCase())),
    }))
    .filter(({ options }) => options.length > 0)

const MAX_OFFERED = 200

export function ComboBox(props: ComboBoxProps) {
  const { label, chosen, placeholder, groupsFor, onChange, onType } = props
  const [typed, setTyped] = useState('')
  const type = (text: string) => {
    setTyped(text)
    onType?.(text)
  }
  const items = groupsFor(typed).map((group) => ({
    label: group.label,
    items: group.options.slice(0, MAX_OFFERED),
  }))
  return (
    <Base.Root<Option<string>>
      items={items}
      filter={null}
      value={chosen ?? null}
      isItemEqualToValue={(one, other) => one.value === other.value}
      inputValue={typed}
      onInputValueChange={(text) => type(text)}
      onOpenChange={(isOpen) => isOpen || type('')}
      onValueChange={(option) => option && onChange(option.value)}
      autoHighlight
      defaultOpen={props.isOpenAtFirst ?? false}
      disabled={props.isDisabled ?? false}
    >
      <Base.Trigger
        aria-label={chosen ? `${label}: ${chosen.label}` : label}
        aria-invalid={props.isInvalid ?? false}
        className="inline-flex h-9 max-w-full min-w-0 items-center justify-between gap-2 rounded-lg border border-edge bg-panel px-3 text-sm shadow-raised transition-colors hover:bg-hover aria-[invalid=true]:border-bad data-[disabled]:opacity-60"
      >
        <span className={classes('truncate', !chosen && 'text-soft')}>{chosen?.label ?? placeholder}</span>
        <ChevronsUpDown className="size-3.5 shrink-0 text-soft" aria-hidden />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={6} align="start" className="z-50">
          <Base.Popup
            aria-label={label}
            className="popup-motion flex max-h-96 w-72 max-w-[calc(100vw-2rem)] flex-col overflow-hidden rounded-xl border border-line bg-panel shadow-popup outline-none"
          >
            <Base.Input
              aria-label={placeholder}
              placeholder={placeholder}
              maxLength={500}
              className="h-10 shrink-0 border-b border-line bg-transparent px-3 text-sm outline-none placeholder:text-faint"
            />
            <Base.Empty className="px-3 py-2 text-sm text-soft empty:hidden">{texts.nothingFound}</Base.Empty>
            <Base.List aria-label={label} className="min-h-0 overflow-y-auto p-1 empty:hidden">
              {(group: (typeof items)[number]) => (
                <Base.Group key={group.label} items={group.items}>
                  <Base.GroupLabel className="px-2 pt-2 pb-1 text-xs font-medium text-soft">
                    {group.label}
                  </Base.GroupLabel>
                  <Base.Collection>
                    {(option: Option<string>) => (
                      <Base.Item
                        key={option.value}
                        value={option}
                        className="flex min-h-8 cursor-default items-center gap-2 rounded-lg py-1 pr-3 pl-2 text-sm outline-none select-none data-[highlighted]:bg-hover"
                      >
                        <span className="flex size-4 shrink-0 items-center">
                          <Base.ItemIndicator>
                            <Check className="size-4 text-accent-text" />
                          </Base.ItemIndicator>
                        </span>
                        <span className="min-w-0 truncate">{option.label}</span>
                      </Base.Item>
                    )}
                  </Base.Collection>
                </Base.Group>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
