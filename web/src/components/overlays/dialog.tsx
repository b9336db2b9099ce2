import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { Button, IconButton } from '../forms/button.tsx'
import { classes } from '../classes.ts'
import { components as texts } from '../components.texts.ts'

type DialogProps = {
  title: string
  description?: ReactNode
  isOpen: boolean
  onClose: () => void
  children: ReactNode
  width?: 'narrow' | 'wide' | 'full'
  /** At the lower edge of the screen, for settings of what is visible above it. */
  isSheet?: boolean
  isDismissable?: boolean
  /** Gets the focus when the dialog closes; by default the element that had it before. */
  finalFocus?: (() => HTMLElement | undefined) | undefined
}

const WIDTHS = { narrow: 'max-w-md', wide: 'max-w-2xl', full: 'max-w-6xl' }

// The inputs behind switches and selects are hidden.
const ACTIONS = 'data-dialog-actions'
const FIELD = ':is(input, textarea, [role=combobox]):not(:disabled, [aria-hidden=true], [tabindex="-1"])'

/** Never the button that closes: typed text would be lost, and Escape would first close its tooltip. */
const firstControl = (popup: HTMLElement | null): HTMLElement | null =>
  popup?.querySelector<HTMLElement>(FIELD) ??
  popup?.querySelector<HTMLElement>(`[${ACTIONS}] button:not(:disabled)`) ??
  popup

/**
 * Traps and restores the focus; Escape closes it. The first field gets the focus, or else the first of its actions, or else the
 * dialog itself.
 */
export function Dialog({
  title,
  description,
  isOpen,
  onClose,
  children,
  width = 'narrow',
  isSheet = false,
  isDismissable = true,
  finalFocus,
}: DialogProps) {
  const popup = useRef<HTMLDivElement>(null)
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
          ref={popup}
          initialFocus={() => firstControl(popup.current) ?? true}
          finalFocus={() => finalFocus?.() ?? true}
          className={classes(
            'popup-motion fixed left-1/2 z-40 flex -translate-x-1/2 flex-col overflow-hidden border border-line bg-panel shadow-popup',
            isSheet
              ? 'bottom-0 max-h-[65vh] w-full rounded-t-2xl'
              : 'top-[12vh] max-h-[76vh] w-[calc(100vw-2rem)] rounded-2xl',
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
  return (
    <div {...{ [ACTIONS]: '' }} className="mt-6 flex justify-end gap-2">
      {children}
    </div>
  )
}

type DialogFormProps = {
  /** The label of its button. A form that is only read has no buttons. */
  submit: string | undefined
  look?: 'primary' | 'destroy'
  isBusy: boolean
  isDisabled?: boolean
  onSubmit: (event: FormEvent) => void
  /** Without it, there is no button to cancel. */
  onCancel?: (() => void) | undefined
  children: ReactNode
}

export function DialogForm(props: DialogFormProps) {
  const { submit, look = 'primary', isBusy, isDisabled = false, onSubmit, onCancel, children } = props
  const form = useRef<HTMLFormElement>(null)
  // A form that is loaded after the dialog has opened takes the focus from it, so that nothing typed is lost.
  useEffect(() => {
    if (document.activeElement?.getAttribute('role') === 'dialog') firstControl(form.current)?.focus()
  }, [])
  return (
    <form
      ref={form}
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(event)
      }}
    >
      {children}
      {submit !== undefined && (
        <DialogActions>
          {onCancel && <Button onClick={onCancel}>{texts.cancel}</Button>}
          <Button type="submit" look={look} isBusy={isBusy} disabled={isDisabled}>
            {submit}
          </Button>
        </DialogActions>
      )}
    </form>
  )
}

type ConfirmDialogProps = Pick<DialogProps, 'title' | 'description' | 'isOpen' | 'onClose'> & {
  /** The label of its button. */
  submit: string
  cancel?: string
  look?: 'primary' | 'destroy'
  isBusy?: boolean
  isDisabled?: boolean
  onConfirm: (() => void) | undefined
  children?: ReactNode
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, description, isOpen, onClose, onConfirm, children } = props
  const { submit, cancel = texts.cancel, look = 'destroy', isBusy = false, isDisabled = false } = props
  return (
    <Dialog title={title} description={description} isOpen={isOpen} onClose={onClose}>
      {children}
      <DialogActions>
        <Button onClick={onClose}>{cancel}</Button>
        <Button look={look} isBusy={isBusy} disabled={isDisabled} onClick={onConfirm}>
          {submit}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
