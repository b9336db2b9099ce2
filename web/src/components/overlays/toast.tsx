// Short messages at the edge of the screen. `toast` can be called from anywhere; <Toasts /> is in the shell.
import { Toast } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { ApiError } from '../../api/client/api-error.ts'
import { components as texts } from '../components.texts.ts'

const manager = Toast.createToastManager()

// Time to read a sentence and reach for the mouse.
const SHOWN_MS = 6_000
// An undoable action is committed when its message disappears.
const UNDO_MS = 10_000

type Action = { label: string; onClick: () => void }

type ToastOptions = { description?: ReactNode; action?: Action; timeout: number; onRemove?: () => void }

function open(type: string, title: string, options: ToastOptions): void {
  const { description, action, timeout, onRemove } = options
  const id = manager.add({
    type,
    title,
    timeout,
    ...(onRemove && { onRemove }),
    ...(description !== undefined && { description }),
    ...(type === 'bad' && { priority: 'high' as const }),
    ...(action && {
      actionProps: {
        children: action.label,
        onClick: () => {
          action.onClick()
          manager.close(id)
        },
      },
    }),
  })
}

export const toast = {
  good: (title: string, description?: string) => open('good', title, { description, timeout: SHOWN_MS }),
  /** `commit` runs when the message disappears, unless the user has undone the action. */
  undoable(
    title: string,
    { label, onUndo, commit }: { label: string; onUndo: () => void; commit: () => void },
  ) {
    let isUndone = false
    open('good', title, {
      timeout: UNDO_MS,
      onRemove: () => isUndone || commit(),
      action: {
        label,
        onClick: () => {
          isUndone = true
          onUndo()
        },
      },
    })
  },
  error(error: unknown, action?: Action) {
    const message = error instanceof Error ? error.message : String(error)
    const suggestion = error instanceof ApiError ? error.suggestion : undefined
    open('bad', message, { description: suggestion, ...(action && { action }), timeout: UNDO_MS })
  },
}

export function Toasts({ children }: { children: ReactNode }) {
  return (
    <Toast.Provider toastManager={manager} limit={3}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className="fixed right-4 bottom-4 z-50 flex w-[calc(100vw-2rem)] max-w-sm flex-col gap-2 outline-none">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function ToastList() {
  const { toasts } = Toast.useToastManager()
  return toasts.map((one) => (
    <Toast.Root
      key={one.id}
      toast={one}
      className="rounded-xl border border-line bg-panel p-3 shadow-popup transition-all duration-200 data-[ending-style]:opacity-0 data-[starting-style]:translate-y-2 data-[starting-style]:opacity-0"
    >
      <Toast.Content className="flex items-start gap-2.5">
        <span className="mt-0.5 [&_svg]:size-4">
          {one.type === 'bad' ? <CircleAlert className="text-bad" /> : <CircleCheck className="text-good" />}
        </span>
        <div className="min-w-0 grow">
          <Toast.Title className="text-sm font-medium" />
          <Toast.Description className="mt-0.5 text-xs text-soft" />
        </div>
        {one.actionProps && (
          <Toast.Action className="rounded-md px-2 py-0.5 text-sm font-medium text-accent-text hover:bg-hover" />
        )}
        <Toast.Close
          aria-label={texts.close}
          className="rounded-md p-1 text-soft hover:bg-hover hover:text-text [&_svg]:size-3.5"
        >
          <X />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ))
}
