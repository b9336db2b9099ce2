import { Tooltip } from '@base-ui/react/tooltip'
import { cva } from 'class-variance-authority'
import type { VariantProps } from 'class-variance-authority'
import { LoaderCircle } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Kbd } from '../kbd.tsx'

const button = cva(
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-lg font-medium whitespace-nowrap select-none transition-colors disabled:opacity-55',
  {
    variants: {
      look: {
        primary: 'bg-accent text-on-accent hover:bg-accent-hover shadow-raised',
        plain: 'border border-edge bg-panel text-text hover:bg-hover shadow-raised',
        quiet: 'text-soft hover:bg-hover hover:text-text',
        danger: 'border border-edge bg-panel text-bad hover:bg-bad-soft shadow-raised',
        destroy: 'bg-bad text-panel hover:opacity-90 shadow-raised',
      },
      size: {
        small: 'h-7 px-2.5 text-xs [&_svg]:size-3.5',
        medium: 'h-9 px-3.5 text-sm [&_svg]:size-4',
        large: 'h-11 px-5 text-[15px] [&_svg]:size-[18px]',
      },
    },
    defaultVariants: { look: 'plain', size: 'medium' },
  },
)

type Look = VariantProps<typeof button>

/** For links that look like buttons. */
export const buttonClass = (look: Look = {}): string => button(look)

type ButtonProps = Omit<ComponentProps<'button'>, 'className'> & Look & { isBusy?: boolean; icon?: ReactNode }

/** While busy, it keeps its size and ignores clicks. */
export function Button({
  look,
  size,
  isBusy = false,
  icon,
  children,
  type = 'button',
  ...props
}: ButtonProps) {
  return (
    <button
      {...props}
      type={type}
      className={button({ look, size })}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : props.onClick}
    >
      {isBusy ? <LoaderCircle className="animate-spin" aria-hidden /> : icon}
      {children}
    </button>
  )
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'className' | 'aria-label' | 'children'> & {
  /** For screen readers, and shown on hover. */
  label: string
  children: ReactNode
  shortcut?: string
}

export function IconButton({ label, shortcut, children, ...props }: IconButtonProps) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger
        render={
          <button
            type="button"
            {...props}
            aria-label={label}
            className="inline-flex size-8 shrink-0 items-center justify-center rounded-lg text-soft transition-colors hover:bg-hover hover:text-text disabled:opacity-50 aria-pressed:bg-accent-soft aria-pressed:text-accent-text [&_svg]:size-4"
          >
            {children}
          </button>
        }
      />
      <Tooltip.Portal>
        <Tooltip.Positioner sideOffset={6} className="z-50">
          <Tooltip.Popup className="popup-motion flex items-center gap-2 rounded-md bg-text px-2 py-1 text-xs font-medium text-ground shadow-popup">
            {label}
            {shortcut !== undefined && <Kbd onDark>{shortcut}</Kbd>}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
