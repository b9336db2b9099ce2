// The email itself, drawn as the server renders it. Everything is edited where it is.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { CSSProperties, RefObject } from 'react'
import { usePageKeys } from '../../../hooks/use-page-keys.ts'
import { visualEditor as texts } from '../visual-editor.texts.ts'
import type { FocusRequest, VisualEditor } from '../use-visual-editor.ts'
import { BlockList } from './block-list.tsx'
import { CanvasContext } from './canvas-context.ts'
import type { WrittenText } from './canvas-context.ts'
import { paperStyle } from './look.ts'
import { useBlockDrag } from './use-block-drag.ts'

type VisualCanvasProps = {
  editor: VisualEditor
  /** Names of fields that texts can contain. */
  variables: readonly string[]
  onSettings: (() => void) | undefined
}

export function VisualCanvas({ editor, variables, onSettings }: VisualCanvasProps) {
  const { document, theme, brand, actions, isReadOnly, selected, focusRequest } = editor
  const { blocks } = document
  const scroller = useRef<HTMLDivElement>(null)
  const [written, setWritten] = useState<WrittenText>()
  const { dragged, start } = useBlockDrag({ blocks, scroller, onDrop: actions.drop })
  const keepWritten = useCallback((text: WrittenText) => setWritten(text), [])
  const id = selected?.id
  const context = useMemo(
    () => ({
      theme,
      brand,
      actions,
      isReadOnly,
      selected: id,
      variables,
      written,
      setWritten: keepWritten,
      dragged,
      startDrag: start,
      onSettings,
    }),
    [theme, brand, actions, isReadOnly, id, variables, written, keepWritten, dragged, start, onSettings],
  )
  useUndoKeys(editor)
  useFocusRequest(scroller, focusRequest)
  return (
    <CanvasContext value={context}>
      <div
        ref={scroller}
        role="region"
        aria-label={texts.canvas}
        data-canvas
        data-visual-editor
        tabIndex={0}
        className="min-h-0 grow overflow-y-auto outline-offset-[-2px]"
        style={
          { backgroundColor: theme.background, '--email-link': theme.link ?? theme.accent } as CSSProperties
        }
        onPointerDown={(event) => {
          const target = event.target as Element
          // React also reports events of popups that a block has opened.
          const isBeside = event.currentTarget.contains(target) && !target.closest('[data-block]')
          if (isBeside) actions.select(undefined)
        }}
      >
        <div className="px-1 pt-12 pb-24 sm:px-6">
          <div data-paper className="@container relative mx-auto py-6" style={paperStyle(theme)}>
            <BlockList blocks={blocks} list={undefined} />
          </div>
        </div>
      </div>
    </CanvasContext>
  )
}

/** Ctrl-Z undoes, Ctrl-Shift-Z or Ctrl-Y redoes, wherever the focus is in the editor, and also if nothing has it. */
function useUndoKeys({ undo, redo }: VisualEditor): void {
  usePageKeys((event) => {
    const key = event.key.toLowerCase()
    const isRedo = key === 'y' || (key === 'z' && event.shiftKey)
    if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== 'z' && !isRedo)) return
    const target = event.target as Element
    if (target !== window.document.body && !target.closest('[data-visual-editor]')) return
    event.preventDefault()
    if (isRedo) redo?.()
    else undo?.()
  })
}

function useFocusRequest(scroller: RefObject<HTMLElement | null>, request: FocusRequest | undefined): void {
  useEffect(() => {
    if (!request) return
    const block = scroller.current?.querySelector<HTMLElement>(`[data-block="${CSS.escape(request.id)}"]`)
    const text = request.part === 'text' ? block?.querySelector<HTMLElement>('[contenteditable=true]') : null
    const target = text ?? block
    target?.focus({ preventScroll: true })
    block?.scrollIntoView({ block: 'nearest' })
  }, [scroller, request])
}
