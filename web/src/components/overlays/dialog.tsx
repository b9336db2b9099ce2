import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../forms/button.tsx'
import { classes } from '../classes.ts'
import { components as texts } from '../components.texts.ts'

type DialogProps = {
  title: string
  description?: ReactNode
  isOpen: boolean
  onClose: () => void
  children: ReactNode
  width?: 'narrow' | 'wide'
  isDismissable?: boolean
  /** Gets the focus when the dialog closes; by default the element that had it before. */
  finalFocus?: (() => HTMLElement | undefined) | undefined
}

const WIDTHS = { narrow: 'max-w-md', wide: 'max-w-2xl' }

/** Traps and restores the focus; Escape closes it. */
export function Dialog({
  title,
  description,
  isOpen,
  onClose,
  children,
  width = 'narrow',
  isDismissable = true,
  finalFocus,
}: DialogProps) {
  return (
    <Base.Root
      open={isOpen}
      disablePointerDismissal={!isDismissable}
      onOpenChange={(open, details) => {
        if (open) return
        if (!isDismissable && details.reason === 'escape-key') return details.cancel()
        onClose()
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-black/40 transition-opacity duration-150 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0" />
        <Base.Popup
          finalFocus={() => finalFocus?.() ?? true}
          className={classes(
            'popup-motion fixed top-[12vh] left-1/2 z-40 flex max-h-[76vh] w-[calc(100vw-2rem)] -translate-x-1/2 flex-col overflow-hidden rounded-2xl border border-line bg-panel shadow-popup',
            WIDTHS[width],
          )}
        >
          <header className="flex items-start gap-3 px-6 pt-5 pb-3">
            <div className="min-w-0 grow">
              <Base.Title className="text-base font-semibold">{title}</Base.Title>
              {description !== undefined && (
                <Base.Description className="mt-1 text-sm text-soft">{description}</Base.Description>
              )}
            </div>
            {isDismissable && (
              <IconButton label={texts.close} onClick={onClose}>
                <X />
              </IconButton>
            )}
          </header>
          <div className="overflow-y-auto px-6 pb-6">{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** The buttons at the end of a dialog, the primary one on the right. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex justify-end gap-2">{children}</div>
}
