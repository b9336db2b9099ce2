import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'

type PopoverProps = {
  label: string
  trigger: ReactElement
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** Asked when it closes: false leaves the focus where it is. By default the trigger gets it back. */
  returnsFocus?: () => boolean
  align?: 'start' | 'end'
  children: ReactNode
}

/** A small form beside its button. Escape and a click outside close it; the first field gets the focus. */
export function Popover(props: PopoverProps) {
  const { label, trigger, isOpen, onOpenChange, returnsFocus, align = 'start', children } = props
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => onOpenChange(open)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} align={align} className="z-50">
          <Base.Popup
            aria-label={label}
            finalFocus={() => returnsFocus?.() ?? true}
            className="popup-motion w-72 max-w-[calc(100vw-2rem)] rounded-xl border border-line bg-panel shadow-popup outline-none"
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
