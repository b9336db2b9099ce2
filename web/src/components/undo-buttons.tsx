import { Redo2, Undo2 } from 'lucide-react'
import { IconButton } from './forms/button.tsx'

type Step = (() => void) | undefined

type UndoButtonsProps = { texts: { undo: string; redo: string }; undo: Step; redo: Step; hasKeys?: boolean }

export function UndoButtons({ texts, undo, redo, hasKeys = true }: UndoButtonsProps) {
  return (
    <span className="flex">
      <IconButton label={texts.undo} {...(hasKeys && { shortcut: 'Ctrl Z' })} disabled={!undo} onClick={undo}>
        <Undo2 />
      </IconButton>
      <IconButton label={texts.redo} {...(hasKeys && { shortcut: 'Ctrl Y' })} disabled={!redo} onClick={redo}>
        <Redo2 />
      </IconButton>
    </span>
  )
}
