import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { classes } from '../classes.ts'

type MenuProps = {
  trigger: ReactElement
  children: ReactNode
  align?: 'start' | 'end'
  side?: 'top' | 'bottom'
  /** Asked when it closes: false leaves the focus where it is. By default the trigger gets it back. */
  returnsFocus?: () => boolean
}

export function Menu({ trigger, children, align = 'start', side = 'bottom', returnsFocus }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} align={align} side={side} className="z-50">
          <Base.Popup
            finalFocus={() => returnsFocus?.() ?? true}
            className="popup-motion min-w-52 rounded-xl border border-line bg-panel p-1 shadow-popup outline-none"
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

const item =
  'flex h-8 cursor-default items-center gap-2.5 rounded-lg px-2.5 text-sm outline-none select-none data-[highlighted]:bg-hover data-[disabled]:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-soft'

type ItemProps = {
  children: ReactNode
  onClick?: () => void
  icon?: ReactNode
  isDangerous?: boolean
  isDisabled?: boolean
  /** For an item that is a link. */
  render?: ReactElement
}

export function MenuItem({
  children,
  onClick,
  icon,
  isDangerous = false,
  isDisabled = false,
  render,
}: ItemProps) {
  return (
    <Base.Item
      onClick={onClick}
      disabled={isDisabled}
      {...(render && { render })}
      className={classes(item, isDangerous && 'text-bad [&_svg]:text-bad')}
    >
      {icon}
      <span className="min-w-0 truncate">{children}</span>
    </Base.Item>
  )
}

type CheckProps = { isChecked: boolean; onChange: (isChecked: boolean) => void; children: ReactNode }

export function MenuCheckboxItem({ isChecked, onChange, children }: CheckProps) {
  return (
    <Base.CheckboxItem checked={isChecked} onCheckedChange={onChange} closeOnClick={false} className={item}>
      <span className="flex size-4 items-center justify-center">
        <Base.CheckboxItemIndicator>
          <Check />
        </Base.CheckboxItemIndicator>
      </span>
      <span className="min-w-0 truncate">{children}</span>
    </Base.CheckboxItem>
  )
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <div className="px-2.5 pt-2 pb-1 text-xs font-medium text-soft">{children}</div>
}

export function MenuSeparator() {
  return <Base.Separator className="mx-1 my-1 h-px bg-line" />
}
