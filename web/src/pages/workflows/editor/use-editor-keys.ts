import { useSaveKey } from '../../../components/forms/use-save-key.ts'
import { usePageKeys } from '../../../hooks/use-page-keys.ts'

type Actions = { undo: (() => void) | undefined; redo: (() => void) | undefined; save: () => void }

/** Ctrl-S saves; Ctrl-Z undoes, Ctrl-Shift-Z or Ctrl-Y redoes, except in fields, which have their own undo. */
export function useEditorKeys({ undo, redo, save }: Actions): void {
  useSaveKey(save)
  usePageKeys((event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return
    const key = event.key.toLowerCase()
    const isField = (event.target as Element).closest('input,textarea,[contenteditable=true],[role=dialog]')
    if (isField) return
    const isRedo = key === 'y' || (key === 'z' && event.shiftKey)
    if (key !== 'z' && !isRedo) return
    event.preventDefault()
    if (isRedo) redo?.()
    else undo?.()
  })
}
