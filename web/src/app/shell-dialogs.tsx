import { CommandPalette } from './palette/command-palette.tsx'
import { SessionDialog } from './session-dialog.tsx'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'

export type ShellDialog = 'palette' | 'help'

export type ShellDialogsProps = {
  email: string
  open: ShellDialog | undefined
  onChange: (open: ShellDialog | undefined) => void
}

/** The dialogs that open over any page. They are loaded after the first page is shown. */
export function ShellDialogs({ email, open, onChange }: ShellDialogsProps) {
  const close = () => onChange(undefined)
  return (
    <>
      <CommandPalette isOpen={open === 'palette'} onClose={close} onHelp={() => onChange('help')} />
      <ShortcutsDialog isOpen={open === 'help'} onClose={close} />
      <SessionDialog email={email} />
    </>
  )
}
